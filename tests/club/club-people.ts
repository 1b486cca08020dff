import { randomInt } from "node:crypto";
import { appendCheckDigits } from "../../club/demo/inn";
import { hashPassword } from "../../club/people/accounts/password";
import type { NewUser } from "../../club/platform/db/types";
import { login, register, sendPhoneCode } from "../../contract/accounts";
import type { CallInput } from "../../contract/call";
import type { TestClub } from "../setup/club";
import { LOW_COST } from "../setup/low-cost-password";
import { findMessages, readMailedPassword } from "../setup/outbox";

let lastPhone = 79_100_000_000;
let lastInn = 770_000_000 + randomInt(9_000_000);

/** Returns a phone that no test used before. */
export const freshPhone = () => String(++lastPhone);
/** Returns an INN that no test used before. */
export const freshInn = () => appendCheckDigits(String(++lastInn));
export const PASSWORD = "gear-box-42";

/** Adds a participant who may log in with PASSWORD, unless told otherwise. */
export async function addPerson(club: TestClub, person: Partial<NewUser> = {}) {
  const phone = person.phone ?? freshPhone();
  const user = await club.db
    .insertInto("users")
    .values({
      role: "member",
      first_name: "Пётр",
      last_name: "Ильин",
      sur_name: "Олегович",
      phone,
      email: `p${phone}@example.com`,
      password_hash: knownHash,
      phone_confirmed_at: new Date(),
      agreement_accepted_at: new Date(),
      ...person,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...user, logIn: async () => (await club.ask(login, { login: phone, password: PASSWORD })).access_token };
}

const knownHash = await hashPassword(PASSWORD, LOW_COST);

export async function addCompany(club: TestClub, ownerId: number, kind: "distributor" | "retail", name = "Ось") {
  return club.db
    .insertInto("companies")
    .values({
      kind,
      owner_id: ownerId,
      inn: freshInn(),
      actual_name_organization: name,
      legal_name_organization: `ООО «${name}»`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function firstSegment(club: TestClub): Promise<string> {
  const segment = await club.db.selectFrom("segments").select("id").orderBy("id").executeTakeFirstOrThrow();
  return String(segment.id);
}

export type Retail = Extract<CallInput<typeof register>, { user_role: "member" }>;

/** Returns a valid retail registration. */
export async function retailForm(club: TestClub, changes: Partial<Retail> = {}): Promise<Retail> {
  const phone = freshPhone();
  return {
    user_role: "member",
    company_segment_id: await firstSegment(club),
    company_actual_name_organization: "Гараж на Лесной",
    company_actual_address_organization: "Тверь, Лесная, 4",
    company_inn: freshInn(),
    phone,
    email: `shop${phone}@example.com`,
    first_name: "Анна",
    last_name: "Котова",
    sur_name: "Сергеевна",
    is_allow_email_notify: 0,
    ...changes,
  };
}

/** Returns the newest code sent to a phone; `after` earlier codes don't count. */
export async function codeFor(club: TestClub, phone: string, after = 0): Promise<string> {
  return /^\d{4}/.exec((await club.lastMessage(phone, "код клуба", after)).text)?.[0] ?? "";
}

/** Registers, confirms the phone and logs in with the mailed password. */
export async function join(club: TestClub, form: CallInput<typeof register>): Promise<{ id: string; token: string }> {
  const codes = await findMessages(club.dataDir, form.phone, "код клуба");
  const passwords = await findMessages(club.dataDir, form.email, "Пароль:");
  const { user_id: id } = await club.ask(register, form);
  await club.ask(sendPhoneCode, { phone: form.phone });
  await club.ask(sendPhoneCode, { phone: form.phone, code: await codeFor(club, form.phone, codes.length) });
  const mail = await club.lastMessage(form.email, "Пароль:", passwords.length);
  const password = readMailedPassword(mail.text);
  return { id, token: (await club.ask(login, { login: form.phone, password })).access_token };
}
