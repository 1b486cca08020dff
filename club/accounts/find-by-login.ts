import { sql } from "kysely";
import type { UserRow } from "../db/types";
import type { Db } from "../services";

/** The person with this phone (11 digits) or e-mail, in whatever case it was typed. */
export async function findByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  const query = db.selectFrom("users").selectAll();
  const found = login.includes("@")
    ? query.where(sql`lower(email)`, "=", sql`lower(${login})`)
    : query.where("phone", "=", login);
  return found.executeTakeFirst();
}
