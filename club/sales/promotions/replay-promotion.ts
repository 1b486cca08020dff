import { formatISO, parseISO, subYears } from "date-fns";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/services";
import { type BonusTerms, IS_EARNED, IS_NEW, selectPossibleBonuses } from "./bonuses";

/** Days from the first to the last. */
export interface Period {
  readonly from: string;
  readonly until: string;
}

/** The promotion's days up to today; the last year for one that hasn't begun or has no first day. */
export function pastDays(promotion: { date_start: string | null; date_end: string | null }, today: string): Period {
  const { date_start: start, date_end: end } = promotion;
  const until = end !== null && end < today ? end : today;
  if (start !== null && start <= until) return { from: start, until };
  return { from: formatISO(subYears(parseISO(until), 1), { representation: "date" }), until };
}

export interface BonusTotals {
  readonly participants: number;
  readonly deals: number;
  readonly points: number;
}

export interface Replay {
  /** What the promotion has added to deals of the period. */
  readonly given: BonusTotals;
  /** What it would still add by its rules, whatever its budget: `credit-promotion` credits just these. */
  readonly due: BonusTotals;
  /** What it would have cost if those who have joined had done so before the period, and its days were the period. */
  readonly joined: BonusTotals;
  /** The same if every manager and shop had joined. */
  readonly everyone: BonusTotals;
}

/** The deals of a promotion in a period for which its rules give something that it hasn't given yet. */
export function selectDueBonuses(promotionId: number, period: Period): RawBuilder<unknown> {
  return selectPossibleBonuses(sql`${isOf(promotionId, period)} and ${IS_EARNED} and ${IS_NEW}`);
}

/** Counts what a promotion would cost on past deals, and changes nothing. @param terms the promotion's own, or others to try */
export async function replayPromotion(db: Db, promotionId: number, period: Period, terms: BonusTerms): Promise<Replay> {
  const columns = sql`${IS_EARNED} and ${IS_NEW} as is_due, exists (
    select from promotion_participants participant
    where (participant.promotion_id, participant.user_id) = (promotions.id, side.user_id)
  ) as is_joined`;
  const totals = (table: RawBuilder<unknown>, condition = sql`true`) => sql<BonusTotals>`(
    select json_build_object('participants', count(distinct user_id), 'deals', count(distinct deal_id),
      'points', coalesce(sum(points), 0))
    from ${table} where ${condition}
  )`;
  const { rows } = await sql<Replay>`
    with possible as materialized (
      ${selectPossibleBonuses(isOf(promotionId, period), { terms, columns })}
    ), given as (
      select promotion_bonuses.user_id, deal_id, points from promotion_bonuses join deals on deals.id = deal_id
      where promotion_id = ${promotionId} and recalled_at is null
        and sell_date between ${period.from}::date and ${period.until}::date
    )
    select ${totals(sql`given`)} as given, ${totals(sql`possible`, sql`is_due`)} as due,
      ${totals(sql`possible`, sql`is_joined`)} as joined, ${totals(sql`possible`)} as everyone
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL counted nothing");
  return row;
}

function isOf(promotionId: number, { from, until }: Period): RawBuilder<unknown> {
  return sql`promotions.id = ${promotionId} and sale.sell_date between ${from}::date and ${until}::date`;
}
