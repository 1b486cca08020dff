import { companyExists } from "../../../contract/companies";
import { endpoint } from "../../platform/http/endpoint";

const LOOKUPS_PER_ADDRESS = { max: 300, seconds: 10 * 60 };

/** Tells whether a company with this INN belongs to a participant. A registration without a confirmed phone doesn't count, nor an erased person. */
export const companyExistsEndpoint = endpoint(
  companyExists,
  async ({ inn }, { services }) => {
    const company = await services.db
      .selectFrom("companies")
      .innerJoin("users", "users.id", "companies.owner_id")
      .select("companies.id")
      .where("companies.inn", "=", inn)
      .where("users.erased_at", "is", null)
      .where((where) =>
        where.or([where("users.phone_confirmed_at", "is not", null), where("companies.kind", "=", "distributor")]),
      )
      .executeTakeFirst();
    return { exists: company !== undefined };
  },
  { rateLimits: [{ name: "company-exists", by: "address", ...LOOKUPS_PER_ADDRESS }] },
);
