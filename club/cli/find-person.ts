import { sql } from "kysely";
import { phoneDigits } from "../../contract/fields";
import type { Services } from "../services";
import { UsageError } from "./command";

/** The participant with this phone or e-mail. @throws UsageError when there is none */
export async function findPerson({ db }: Services, contact: string) {
  const person = await db
    .selectFrom("users")
    .select(["id", "last_name", "first_name", "sur_name", "email", "role"])
    .where((where) =>
      contact.includes("@")
        ? where(sql<string>`lower(email)`, "=", contact.toLowerCase())
        : where("phone", "=", phoneDigits(contact)),
    )
    .executeTakeFirst();
  if (!person) throw new UsageError(`There is no participant with ${contact}.`);
  return person;
}
