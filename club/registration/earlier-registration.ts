import { sql } from "kysely";
import { alias } from "../../contract/values";
import { refuseKnownCompany } from "../companies/retail-company";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../db/advisory-locks";
import type { UserRow } from "../db/types";
import { RefusalError } from "../http/refusal-error";
import { waitInWords } from "../http/wait-in-words";
import type { Services, Trx } from "../services";

/** One registration at a time, so that two of the same person, phone or INN see each other. */
export async function lockRegistrations(trx: Trx): Promise<void> {
  await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.registrations);
}

/**
 * The earlier registration that a new one takes the place of, if phone or e-mail are known from one. Only a registration
 * whose phone was never confirmed gives way: at once to the same e-mail (somebody mends a mistyped phone), to another
 * e-mail only when no code is under way, so that nobody slips in their own mailbox between a code and its entry.
 *
 * @throws RefusalError collision on `phone` or `email`
 */
export async function findEarlierRegistration(
  trx: Trx,
  services: Services,
  input: { phone: string; email: string },
): Promise<UserRow | undefined> {
  const known = await trx
    .selectFrom("users")
    .selectAll()
    .where((where) =>
      where.or([where("phone", "=", input.phone), where(sql`lower(email)`, "=", sql`lower(${input.email})`)]),
    )
    .forUpdate()
    .execute();
  const byPhone = known.find((user) => user.phone === input.phone);
  const byEmail = known.find((user) => user !== byPhone || sameEmail(user.email, input.email));
  if (byPhone && !isUnconfirmed(byPhone)) {
    const message = "Участник с таким телефоном уже есть. Войдите или восстановите пароль.";
    throw new RefusalError(alias.collision, message, "phone");
  }
  if (byEmail && !isUnconfirmed(byEmail)) {
    const message = "Участник с таким e-mail уже есть. Войдите или восстановите пароль.";
    throw new RefusalError(alias.collision, message, "email");
  }
  if (byPhone && !sameEmail(byPhone.email, input.email)) {
    const wait = await secondsOfLiveCode(trx, services, input.phone);
    if (wait > 0) {
      const message = `На этот телефон отправлен код другой регистрации. Введите его или повторите через ${waitInWords(wait)}.`;
      throw new RefusalError(alias.collision, message, "phone", wait);
    }
  }
  if (byPhone && byEmail && byPhone !== byEmail) await removeRegistration(trx, byEmail.id);
  return byPhone ?? byEmail;
}

/**
 * Takes a company out of an abandoned registration: returns its id, undefined when nobody has the INN.
 * @throws RefusalError companyExists when its owner is a participant or is just confirming the phone
 */
export async function takeOverCompany(
  trx: Trx,
  services: Services,
  inn: string,
  earlier: UserRow | undefined,
): Promise<number | undefined> {
  const company = await trx
    .selectFrom("companies")
    .select(["id", "kind", "owner_id"])
    .where("inn", "=", inn)
    .forUpdate()
    .executeTakeFirst();
  if (!company || company.owner_id === earlier?.id) return company?.id;
  const owner = await trx.selectFrom("users").selectAll().where("id", "=", company.owner_id).executeTakeFirstOrThrow();
  const isFree =
    company.kind === "retail" && isUnconfirmed(owner) && (await secondsOfLiveCode(trx, services, owner.phone)) === 0;
  return isFree ? company.id : refuseKnownCompany();
}

/** A person who registered by themselves and never proved the phone; an operator's people have a password or are disabled. */
function isUnconfirmed(user: UserRow): boolean {
  return user.phone_confirmed_at === null && user.password_hash === null && !user.is_disabled;
}

function sameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

async function secondsOfLiveCode(trx: Trx, services: Services, phone: string): Promise<number> {
  const code = await trx.selectFrom("phone_codes").select("expires_at").where("phone", "=", phone).executeTakeFirst();
  return code ? Math.max(0, Math.ceil((code.expires_at.getTime() - services.now().getTime()) / 1000)) : 0;
}

/** Removes an unconfirmed registration that nothing of the club refers to; otherwise its e-mail stays taken. */
async function removeRegistration(trx: Trx, userId: number): Promise<void> {
  await sql`savepoint remove_registration`.execute(trx);
  try {
    await trx.deleteFrom("companies").where("owner_id", "=", userId).execute();
    await trx.deleteFrom("balances").where("user_id", "=", userId).where("points", "=", 0).execute();
    await trx.deleteFrom("users").where("id", "=", userId).execute();
  } catch {
    await sql`rollback to savepoint remove_registration`.execute(trx);
    const message = "С этим e-mail уже начата другая регистрация. Обратитесь в техническую поддержку.";
    throw new RefusalError(alias.collision, message, "email");
  }
}
