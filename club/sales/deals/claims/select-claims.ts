import { sql } from "kysely";
import type { SaleClaimStatus } from "../../../../contract/values";
import type { Db } from "../../../platform/services";

/** A claim whose deal was recalled has another state than its row. */
const state = sql<SaleClaimStatus>`case when deal.recalled_at is not null then 'recalled' else claim.status end`;

/** Selects claims with what participants and operators read of each. The names are those of the wire. */
export function selectClaims(db: Db) {
  return db
    .selectFrom("sale_claims as claim")
    .innerJoin("companies as shop", "shop.id", "claim.company_id")
    .innerJoin("users as claimant", "claimant.id", "claim.user_id")
    .leftJoin("deals as deal", "deal.id", "claim.deal_id")
    .select(["claim.id", "claim.created_at", "claim.reason", "claim.sell_date", "claim.article_code"])
    .select(["claim.article_name", "claim.sell_count", "claim.document_number"])
    .select(["shop.inn", "shop.actual_name_organization as shop"])
    .select([
      state.as("status"),
      sql<string>`coalesce((
        select actual_name_organization from companies
        where owner_id = claim.curator_id and kind = 'distributor' order by id limit 1
      ), '')`.as("distributor"),
      sql<string>`concat_ws(' ', claimant.last_name, claimant.first_name, nullif(claimant.sur_name, ''))`.as(
        "claimant",
      ),
      sql<number | null>`case
        when deal.recalled_at is not null then null
        when deal.member_id = claim.user_id then deal.member_points
        else deal.manager_points
      end`.as("points"),
    ]);
}

/** A claim as the participants' calls have it. */
export function toClaimReply<Claim extends { created_at: Date }>({ created_at, ...claim }: Claim) {
  return { ...claim, date: created_at.toISOString() };
}
