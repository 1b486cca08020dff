import { type Links, menu } from "../../contract/content";
import type { Db } from "../services";

/** Links of header and footer as the operator set them (`links` in `settings`, JSON); what isn't set is empty. */
export async function readLinks(db: Db): Promise<Links> {
  const setting = await db.selectFrom("settings").select("value").where("name", "=", "links").executeTakeFirst();
  return menu.reply.parse({ data: setting ? JSON.parse(setting.value) : {} }).data;
}
