import { sql } from "kysely";
import type { UserRow } from "../../platform/db/types";
import { mailboxSpellings } from "../../platform/outbox/mailbox";
import type { Db } from "../../platform/services";

/** Finds a person by phone (11 digits) or by e-mail in upper or lower case, its domain in letters or `xn--`. */
export async function findByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  const query = db.selectFrom("users").selectAll();
  const found = login.includes("@")
    ? query
        .where(sql<string>`lower(email)`, "in", mailboxSpellings(login))
        .orderBy(sql`lower(email) = ${login.toLowerCase()}`, "desc")
    : query.where("phone", "=", login);
  return found.executeTakeFirst();
}
