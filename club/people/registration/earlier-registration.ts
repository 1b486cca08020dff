import { sql } from "kysely";
import { alias } from "../../../contract/values";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../../platform/db/advisory-locks";
import type { UserRow } from "../../platform/db/types";
import { formatWait } from "../../platform/http/format-wait";
import { RefusalError } from "../../platform/http/refusal-error";
import { mailboxSpellings, spellMailbox } from "../../platform/outbox/mailbox";
import type { Services, Trx } from "../../platform/services";
import { type Claimant, isClaimGranted, recordClaim } from "../companies/company-claims";
import { knownCompanyError } from "../companies/retail-company";

/** Lets one registration run at a time, so that two of the same person, phone or INN see each other. */
export async function lockRegistrations(trx: Trx): Promise<void> {
  await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.registrations);
}

/**
 * Finds the earlier registration with the same phone or e-mail, which the new one replaces (§4.8). Only a registration whose
 * phone was never confirmed can be replaced: at once when the e-mail is the same (a mistyped phone is corrected), and with
 * another e-mail only when no code is valid any more. Otherwise a stranger could enter their own e-mail address between the
 * sending of a code and its entry, and get the password.
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
      where.or([
        where("phone", "=", input.phone),
        where(sql<string>`lower(email)`, "in", mailboxSpellings(input.email)),
      ]),
    )
    .forNoKeyUpdate()
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
    const wait = await secondsUntilCodeExpires(trx, services, input.phone);
    if (wait > 0) {
      const message = `На этот телефон отправлен код другой регистрации. Введите его или повторите через ${formatWait(wait)}.`;
      throw new RefusalError(alias.collision, message, "phone", wait);
    }
  }
  if (byPhone && byEmail && byPhone !== byEmail) await removeRegistration(trx, byEmail.id);
  return byPhone ?? byEmail;
}

/**
 * Requires that an INN is free: no company has it, or its company may get another owner. It may when its owner has never
 * confirmed the phone, when its owner was erased, and when an operator has decided so.
 *
 * @returns the id of the company that gets another owner; undefined when there is none
 * @throws RefusalError companyExists when the owner is a participant or may still confirm the phone with a valid code
 */
export async function requireAvailableCompany(
  trx: Trx,
  services: Services,
  inn: string,
  asking: { readonly phone: string; readonly earlier?: UserRow | undefined },
): Promise<number | undefined> {
  const company = await trx
    .selectFrom("companies")
    .select(["id", "kind", "owner_id"])
    .where("inn", "=", inn)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!company || company.owner_id === asking.earlier?.id) return company?.id;
  const owner = await trx.selectFrom("users").selectAll().where("id", "=", company.owner_id).executeTakeFirstOrThrow();
  if (company.kind === "retail") {
    if (owner.erased_at !== null || (await isClaimGranted(trx, company.id, asking.phone))) return company.id;
    if (isUnconfirmed(owner) && (await secondsUntilCodeExpires(trx, services, owner.phone)) === 0) return company.id;
  }
  throw knownCompanyError();
}

/**
 * Records a claim when `attempt` is refused because a company belongs to another participant (§8.2), and refuses it all the
 * same. The attempt's own transaction has been rolled back by then.
 */
export async function claimRefusedCompany<Result>(
  services: Services,
  inn: string,
  claimant: Claimant,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof RefusalError && error.reason === alias.companyExists) {
      await recordClaim(services, inn, claimant);
    }
    throw error;
  }
}

/** Tells whether a person registered and never confirmed the phone. People whom an operator added have a password or are disabled. */
function isUnconfirmed(user: UserRow): boolean {
  return user.phone_confirmed_at === null && user.password_hash === null && !user.is_disabled;
}

function sameEmail(one: string, other: string): boolean {
  return spellMailbox(one).toLowerCase() === spellMailbox(other).toLowerCase();
}

async function secondsUntilCodeExpires(trx: Trx, services: Services, phone: string): Promise<number> {
  const code = await trx.selectFrom("phone_codes").select("expires_at").where("phone", "=", phone).executeTakeFirst();
  return code ? Math.max(0, Math.ceil((code.expires_at.getTime() - services.now().getTime()) / 1000)) : 0;
}

/**
 * Removes an unconfirmed registration with its companies.
 * @throws RefusalError collision on `email` when other rows refer to the person
 */
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
