import { sql } from "kysely";
import { alias } from "../../contract/values";
import type { CallContext } from "../http/endpoint";
import { limitAddress } from "../http/limits";
import { parseId } from "../http/parse-id";
import { Refused } from "../http/refused";

/** Unsubscribes whoever holds the link of a mail: the person's id and secret (§2.4.4); again is harmless. */
export async function unsubscribe(
  { id, hash }: { id: string; hash: string },
  { services, address }: CallContext,
): Promise<void> {
  await limitAddress(services, "unsubscribe", address, { max: 60, seconds: 60 * 60 });
  const userId = parseId(id);
  const found =
    userId !== null &&
    (await services.db
      .updateTable("users")
      .set({ unsubscribed_at: sql<Date>`coalesce(unsubscribed_at, ${services.now()})` })
      .where("id", "=", userId)
      .where(sql`unsubscribe_secret::text`, "=", hash.toLowerCase())
      .returning("id")
      .executeTakeFirst());
  if (!found)
    throw new Refused(alias.notFound, "Ссылка для отписки не действует. Проверьте, что она скопирована целиком.");
}
