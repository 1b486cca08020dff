import { sql } from "kysely";
import { isUuid } from "../../platform/http/parse-id";
import type { Db } from "../../platform/services";

/** Finds the address to which an invitation was sent, by its id and the secret of the letter's unsubscribe link; null for a wrong one. */
export async function findInvitedAddress(db: Db, id: string, secret: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const invite = await db
    .selectFrom("invites")
    .select("email")
    .where("id", "=", id)
    .where(sql`unsubscribe_secret::text`, "=", secret)
    .executeTakeFirst();
  return invite?.email ?? null;
}
