import { sql } from "kysely";
import type { UserRow } from "../../platform/db/types";
import type { Db } from "../../platform/services";

/** Finds a person by phone (11 digits) or by e-mail in upper or lower case. */
export async function findByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  const query = db.selectFrom("users").selectAll();
  const found = login.includes("@")
    ? query.where(sql`lower(email)`, "=", sql`lower(${login})`)
    : query.where("phone", "=", login);
  return found.executeTakeFirst();
}
