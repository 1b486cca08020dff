import { sql } from "kysely";
import { spellMailbox } from "../../platform/outbox/mailbox";
import type { Db, Services, Trx } from "../../platform/services";

/** Who names a company as the own. Nothing of it has been checked. */
export interface Claimant {
  readonly phone: string;
  readonly email: string;
  readonly fullName: string;
}

/** Claims that are kept of one company: strangers may make any number of them. */
const CLAIMS_PER_COMPANY = 20;

/**
 * Records that somebody named a company which belongs to another participant (§8.2). An operator decides whose it is; until then
 * it stays with its owner, and the claimant learns no more than the refusal says.
 */
export async function recordClaim(services: Services, inn: string, claimant: Claimant): Promise<void> {
  await sql`
    insert into company_claims (company_id, phone, email, full_name, claimed_at)
    select companies.id, ${claimant.phone}, ${spellMailbox(claimant.email)}, ${claimant.fullName}, ${services.now()} from companies
    where inn = ${inn}
      and not exists (select from users where users.id = owner_id and users.phone = ${claimant.phone})
      and (select count(*) from company_claims where company_id = companies.id) < ${CLAIMS_PER_COMPANY}
    on conflict (company_id, phone) do update
      set email = excluded.email, full_name = excluded.full_name, claimed_at = excluded.claimed_at
  `.execute(services.db);
}

/** Tells whether an operator has decided that a company belongs to whoever registers with this phone. */
export async function isClaimGranted(db: Db, companyId: number, phone: string): Promise<boolean> {
  const claim = await db
    .selectFrom("company_claims")
    .select("id")
    .where("company_id", "=", companyId)
    .where("phone", "=", phone)
    .where("granted_at", "is not", null)
    .executeTakeFirst();
  return claim !== undefined;
}

/** Ends the dispute over a company: it has the owner that it is to have. */
export async function settleClaims(trx: Trx, companyId: number): Promise<void> {
  await trx.deleteFrom("company_claims").where("company_id", "=", companyId).execute();
}
