import { alias } from "../../../contract/values";
import type { CompanyRow, UserRow } from "../../platform/db/types";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Db, Services, Trx } from "../../platform/services";
import { settleClaims } from "./company-claims";

/** Selects the claims of companies. An owner who never confirmed the phone disputes nothing. */
export function selectClaims(db: Db) {
  return db
    .selectFrom("company_claims")
    .innerJoin("companies", "companies.id", "company_claims.company_id")
    .innerJoin("users", "users.id", "companies.owner_id")
    .where((where) =>
      where.or([where("users.phone_confirmed_at", "is not", null), where("companies.kind", "=", "distributor")]),
    );
}

/** Lists claims, the oldest first, with their company and its owner. @param page ids above `after`, of one company or of all */
export async function listClaims(db: Db, page: { companyId?: number; after: number; limit: number }) {
  return selectClaims(db)
    .selectAll("company_claims")
    .select(["companies.inn", "companies.actual_name_organization", "users.phone as owner_phone"])
    .select(["users.last_name", "users.first_name", "users.sur_name"])
    .where("company_claims.id", ">", page.after)
    .$if(page.companyId !== undefined, (query) => query.where("company_id", "=", page.companyId ?? 0))
    .orderBy("company_claims.id")
    .limit(page.limit)
    .execute();
}

/**
 * Gives a company to a participant: a shop to a member, a distributor to a curator, who also gets the distributor's managers
 * and members, and the claims of sales that wait. Claims of the company are settled.
 *
 * @returns how many people now belong to the new curator of a distributor; null when nobody changes the curator, as where the former
 *   one still has another distributor
 * @throws RefusalError on `person` when the person can't own such a company
 */
export async function changeCompanyOwner(
  trx: Trx,
  company: Pick<CompanyRow, "id" | "kind" | "owner_id">,
  owner: Pick<UserRow, "id" | "role" | "is_system" | "is_disabled" | "phone_confirmed_at">,
): Promise<number | null> {
  const role = company.kind === "distributor" ? "curator" : "member";
  if (owner.role !== role || owner.is_system || owner.is_disabled) {
    const whose = role === "curator" ? "у куратора дистрибьютора" : "у магазина";
    throw new RefusalError(alias.validation, `Такая компания бывает только ${whose}, который участвует.`, "person");
  }
  await settleClaims(trx, company.id);
  if (company.owner_id === owner.id) return null;
  await trx.updateTable("companies").set({ owner_id: owner.id }).where("id", "=", company.id).execute();
  if (company.kind === "retail") return null;
  const other = await trx
    .selectFrom("companies")
    .select("id")
    .where("owner_id", "=", company.owner_id)
    .where("kind", "=", "distributor")
    .executeTakeFirst();
  // People belong to a curator, so that nobody can tell which of several distributors they mean.
  if (other) return null;
  const moved = await trx
    .updateTable("users")
    .set({ curator_id: owner.id })
    .where("curator_id", "=", company.owner_id)
    .where("id", "!=", owner.id)
    .executeTakeFirst();
  await trx
    .updateTable("sale_claims")
    .set({ curator_id: owner.id })
    .where("curator_id", "=", company.owner_id)
    .where("status", "=", "pending")
    .execute();
  return Number(moved.numUpdatedRows);
}

/**
 * Lets whoever registers with the phone of a claim have the company.
 * @throws RefusalError on `person` when nobody with this phone or e-mail claims the company
 */
export async function grantClaim(
  trx: Trx,
  services: Services,
  company: Pick<CompanyRow, "id" | "kind">,
  contact: { phone: string; email: string },
): Promise<void> {
  if (company.kind === "distributor") {
    const message = "Дистрибьютора отдают только куратору, который участвует: добавьте его (add-curator).";
    throw new RefusalError(alias.validation, message, "person");
  }
  const granted = await trx
    .updateTable("company_claims")
    .set({ granted_at: services.now() })
    .where("company_id", "=", company.id)
    .where((where) => where.or([where("phone", "=", contact.phone), where("email", "=", contact.email)]))
    .returning("id")
    .execute();
  if (granted.length === 0) {
    const message = "Никто с таким телефоном или e-mail не участвует и не просит эту компанию.";
    throw new RefusalError(alias.notFound, message, "person");
  }
}
