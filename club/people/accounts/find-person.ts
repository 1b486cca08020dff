import { phoneDigits } from "../../../contract/fields";
import { alias, PHONE_DIGITS } from "../../../contract/values";
import type { UserRow } from "../../platform/db/types";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Services } from "../../platform/services";
import { findByLogin } from "./find-by-login";

/** The participant with this phone, e-mail or id. @throws RefusalError notFound at the field that has named the person */
export async function findPerson(services: Services, contact: string, field = "person"): Promise<UserRow> {
  const person = await findPersonOrNone(services, contact);
  if (!person) throw new RefusalError(alias.notFound, `Участника ${contact} нет.`, field);
  return person;
}

/** The same; undefined when there is none. A number shorter than a phone is an id. */
export async function findPersonOrNone({ db }: Services, contact: string): Promise<UserRow | undefined> {
  if (contact.includes("@")) return findByLogin(db, contact);
  const people = db.selectFrom("users").selectAll();
  if (/^[1-9]\d{0,8}$/.test(contact)) return people.where("id", "=", Number(contact)).executeTakeFirst();
  const phone = phoneDigits(contact);
  return phone.length === PHONE_DIGITS ? people.where("phone", "=", phone).executeTakeFirst() : undefined;
}

/** @throws RefusalError at the field `person` if the account was erased or merged into another */
export function requireOpenAccount({ erased_at, merged_into_id }: Pick<UserRow, "erased_at" | "merged_into_id">): void {
  if (erased_at || merged_into_id) {
    throw new RefusalError(alias.validation, "Этот аккаунт закрыт насовсем.", "person");
  }
}
