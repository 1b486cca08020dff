import { companyExists } from "../../contract/companies";
import { endpoint } from "../http/endpoint";
import { limitAddress } from "../http/limits";

const LOOKUPS = { max: 300, seconds: 10 * 60 };

/** Whether a company with this INN belongs to a participant; a registration that was never confirmed doesn't count. */
export const companyExistsEndpoint = endpoint(companyExists, async ({ inn }, { services, address }) => {
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
});
