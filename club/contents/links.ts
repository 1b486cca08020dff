import { type Links, menu } from "../../contract/content";
import { endpoint } from "../platform/http/endpoint";
import type { Db } from "../platform/services";

export const readMenuEndpoint = endpoint(menu, async (_input, { services: { db } }) => ({ data: await readLinks(db) }));

/** Reads the links of header and footer from the setting `links` (JSON); a link that isn't set is empty. */
export async function readLinks(db: Db): Promise<Links> {
  const setting = await db.selectFrom("settings").select("value").where("name", "=", "links").executeTakeFirst();
  return menu.reply.parse({ data: setting ? JSON.parse(setting.value) : {} }).data;
}
