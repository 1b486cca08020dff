import { sql } from "kysely";
import { findDistributors, listDistributors } from "../../../contract/companies";
import { containsPattern } from "../../platform/db/contains-pattern";
import { endpoint } from "../../platform/http/endpoint";
import type { Db } from "../../platform/services";

export const listDistributorsEndpoint = endpoint(listDistributors, ({ search }, { services: { db } }) =>
  selectDistributors(db, search),
);

export const findDistributorsEndpoint = endpoint(findDistributors, ({ name }, { services: { db } }) =>
  selectDistributors(db, name),
);

/** Selects the distributors whose actual or legal name contains `search`, sorted by name; an empty `search` selects all. */
async function selectDistributors(db: Db, search: string) {
  const pattern = containsPattern(search.trim());
  return db
    .selectFrom("companies")
    .innerJoin("users", "users.id", "companies.owner_id")
    .select(["companies.owner_id as curator_id", "actual_name_organization", "legal_name_organization"])
    .where("companies.kind", "=", "distributor")
    .where("users.role", "=", "curator")
    .where("users.is_system", "=", false)
    .where("users.is_disabled", "=", false)
    .where((where) =>
      where.or([
        where("actual_name_organization", "ilike", pattern),
        where("legal_name_organization", "ilike", pattern),
      ]),
    )
    .orderBy(sql`lower(actual_name_organization)`)
    .orderBy("companies.id")
    .execute();
}
