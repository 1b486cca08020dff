import type { DealFilters } from "../../../contract/deals";
import type { Actor } from "../../platform/http/endpoint";
import type { Db } from "../../platform/services";
import { matchesSearch, type Side, searchPatterns } from "./search-deals";

export interface OwnDeals {
  readonly userId: number;
  /** Days, both included; "-infinity" and "infinity" where there is no bound. */
  readonly from: string;
  readonly to: string;
}

export function sideOf({ role }: Actor): Side {
  return role === "manager" ? "manager" : "member";
}

export function ownDeals({ id }: Actor, { date_from, date_to }: DealFilters): OwnDeals {
  return { userId: id, from: date_from ?? "-infinity", to: date_to ?? "infinity" };
}

/** Selects the participant's own deals. Recalled ones have never been. */
export function selectOwnDeals(db: Db, side: Side, { userId, from, to }: OwnDeals) {
  return db
    .selectFrom("deals")
    .where(`deals.${side}_id`, "=", userId)
    .where("deals.recalled_at", "is", null)
    .where("deals.sell_date", ">=", from)
    .where("deals.sell_date", "<=", to);
}

/** Selects those of them that a search finds; all of them with an empty one. */
export function selectFoundDeals(db: Db, side: Side, own: OwnDeals, search: string) {
  const patterns = searchPatterns(search);
  return selectOwnDeals(db, side, own).$if(patterns.length > 0, (deals) => deals.where(matchesSearch(side, patterns)));
}
