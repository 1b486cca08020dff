import { alias } from "../../contract/values";
import type { CallContext } from "../http/endpoint";
import { limitAddress } from "../http/limits";
import { RefusalError } from "../http/refusal-error";
import { findLegalEntity } from "./rules";

const LOOKUPS = { max: 300, seconds: 10 * 60 };

/** Legal name and address by tax number (§3.4). @throws RefusalError notFound */
export async function findCompanyByTin(tin: string, { services, address }: CallContext) {
  await limitAddress(services, "company-by-tin", address, LOOKUPS);
  const entity = await findLegalEntity(services.db, tin);
  if (!entity) {
    const message = "Компания с таким ИНН в реестре не найдена. Проверьте номер.";
    throw new RefusalError(alias.notFound, message, "company_inn");
  }
  return { tin: entity.inn, name: entity.name, address: entity.address };
}

/** Whether a company with this INN belongs to a participant; a registration that was never confirmed doesn't count. */
export async function companyExists(inn: string, { services, address }: CallContext) {
  await limitAddress(services, "company-exists", address, LOOKUPS);
  const company = await services.db
    .selectFrom("companies")
    .innerJoin("users", "users.id", "companies.owner_id")
    .select("companies.id")
    .where("companies.inn", "=", inn)
    .where((where) =>
      where.or([where("users.phone_confirmed_at", "is not", null), where("companies.kind", "=", "distributor")]),
    )
    .executeTakeFirst();
  return { exists: company !== undefined };
}
