import { sql } from "kysely";
import { innChecksumHolds } from "../../../contract/fields";
import type { LegalEntity } from "../../platform/providers/company-register";
import { ProviderUnavailableError } from "../../platform/providers/provider-unavailable-error";
import type { Db, Services } from "../../platform/services";

/** Finds a company by INN in the club's own register of legal entities. */
export async function findLegalEntity(db: Db, inn: string): Promise<LegalEntity | undefined> {
  return db.selectFrom("legal_entities").select(["inn", "name", "address"]).where("inn", "=", inn).executeTakeFirst();
}

/** What is known of a company. */
export interface LookedUp {
  readonly entity: LegalEntity | undefined;
  /** Whether an outer register that might know it doesn't answer. */
  readonly isUnavailable: boolean;
}

/**
 * Finds a company by INN: the outer register is asked where there is one, and what it answers is kept in the club's own, which
 * serves without one, for what it doesn't know, and while it doesn't answer. Not to be called within a transaction.
 */
export async function lookUpLegalEntity(services: Services, inn: string): Promise<LookedUp> {
  const isAnswered = await askOuterRegister(services, inn);
  const entity = await findLegalEntity(services.db, inn);
  return { entity, isUnavailable: !isAnswered && entity === undefined };
}

/** Keeps what the outer register answers. @returns false when it doesn't answer */
async function askOuterRegister({ db, companyRegister, log }: Services, inn: string): Promise<boolean> {
  // A number that can't be one isn't worth a request of the day's limit.
  if (!companyRegister || !innChecksumHolds(inn)) return true;
  try {
    const entity = await companyRegister.find(inn);
    if (entity) await keepLegalEntity(db, entity);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    log.warn({ reason: error.message }, "the register of companies doesn't answer");
    return false;
  }
}

async function keepLegalEntity(db: Db, { inn, name, address }: LegalEntity): Promise<void> {
  await sql`
    insert into legal_entities (inn, name, address) values (${inn}, ${name}, ${address})
    on conflict (inn) do update set name = excluded.name,
      -- Of sole traders an outer register tells no address.
      address = coalesce(nullif(excluded.address, ''), legal_entities.address)
    where (legal_entities.name, legal_entities.address) is distinct from (excluded.name, excluded.address)
  `.execute(db);
}
