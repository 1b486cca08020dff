import type { CompanyRow, UserRow } from "../db/types";
import type { Db, Services, Trx } from "../services";
import { settleClaims } from "./company-claims";

/** The company can't get this owner. The message tells the operator why. */
export class CompanyOwnerError extends Error {
  override name = "CompanyOwnerError";
}

/** Lists the claims of companies by INN, the oldest first. An owner who never confirmed the phone disputes nothing. */
export async function listClaims(db: Db) {
  return db
    .selectFrom("company_claims")
    .innerJoin("companies", "companies.id", "company_claims.company_id")
    .innerJoin("users", "users.id", "companies.owner_id")
    .selectAll("company_claims")
    .select(["companies.inn", "companies.actual_name_organization", "users.phone as owner_phone"])
    .select(["users.last_name", "users.first_name", "users.sur_name"])
    .where((where) =>
      where.or([where("users.phone_confirmed_at", "is not", null), where("companies.kind", "=", "distributor")]),
    )
    .orderBy("companies.inn")
    .orderBy("claimed_at")
    .execute();
}

/**
 * Gives a company to a participant: a shop to a member, a distributor to a curator, who also gets the distributor's managers
 * and members. Deals, points and reports stay with those who had them. Claims of the company are settled.
 *
 * @returns how many people now belong to the new curator
 * @throws CompanyOwnerError when the person can't own such a company
 */
export async function changeCompanyOwner(
  trx: Trx,
  company: Pick<CompanyRow, "id" | "kind" | "owner_id">,
  owner: Pick<UserRow, "id" | "role" | "is_system" | "is_disabled" | "phone_confirmed_at">,
): Promise<number> {
  const role = company.kind === "distributor" ? "curator" : "member";
  if (owner.role !== role || owner.is_system || owner.is_disabled) {
    throw new CompanyOwnerError(
      `A ${company.kind} company belongs to a ${role}; person ${owner.id} is none, or has left.`,
    );
  }
  await settleClaims(trx, company.id);
  if (company.owner_id === owner.id) return 0;
  await trx.updateTable("companies").set({ owner_id: owner.id }).where("id", "=", company.id).execute();
  if (company.kind === "retail") return 0;
  const other = await trx
    .selectFrom("companies")
    .select("id")
    .where("owner_id", "=", company.owner_id)
    .where("kind", "=", "distributor")
    .executeTakeFirst();
  // People belong to a curator, so that nobody can tell which of several distributors they mean.
  if (other) return 0;
  const moved = await trx
    .updateTable("users")
    .set({ curator_id: owner.id })
    .where("curator_id", "=", company.owner_id)
    .where("id", "!=", owner.id)
    .executeTakeFirst();
  return Number(moved.numUpdatedRows);
}

/**
 * Lets whoever registers with the phone of a claim have the company.
 * @throws CompanyOwnerError when nobody with this phone or e-mail claims the company
 */
export async function grantClaim(
  trx: Trx,
  services: Services,
  company: Pick<CompanyRow, "id" | "kind">,
  contact: { phone: string; email: string },
): Promise<void> {
  if (company.kind === "distributor") {
    throw new CompanyOwnerError("A distributor is given to a curator only: npm run club -- add-curator");
  }
  const granted = await trx
    .updateTable("company_claims")
    .set({ granted_at: services.now() })
    .where("company_id", "=", company.id)
    .where((where) => where.or([where("phone", "=", contact.phone), where("email", "=", contact.email)]))
    .returning("id")
    .execute();
  if (granted.length === 0) {
    throw new CompanyOwnerError("Nobody with this phone or e-mail takes part or claims the company.");
  }
}
