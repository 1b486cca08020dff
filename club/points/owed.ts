import { sql } from "kysely";
import type { LedgerReason } from "../platform/db/types";
import type { Db } from "../platform/services";
import { hasEarned } from "./earned";

/** How old what is owed is, in months since it was given: the last bounds are open. */
export const AGES = [
  { name: "до 3 месяцев", months: 3 },
  { name: "3–12 месяцев", months: 12 },
  { name: "1–2 года", months: 24 },
  { name: "старше 2 лет", months: null },
] as const;

export interface OwedPart {
  readonly reason: LedgerReason;
  /** The index in `AGES`. */
  readonly age: number;
  readonly points: number;
}

/**
 * Splits what the club owes at a moment by reason and age. The oldest points of a person are spent first, so what is left are
 * the newest; the points of a refused order are as old as before. All parts together are the sum of the balances.
 * @param at the moment that isn't counted any more
 */
export async function splitOwed(db: Db, at: Date): Promise<OwedPart[]> {
  const limits = AGES.flatMap(({ months }) => (months === null ? [] : [months]));
  const { rows } = await sql<OwedPart>`
    with entries as (
      select user_id, id, amount, reason, created_at, ${hasEarned(sql`entry`)} as has_earned
      from ledger_entries entry where created_at < ${at}
    ), owed as (
      select user_id, sum(amount) as points from entries group by user_id having sum(amount) > 0
    ), given as (
      select user_id, reason, created_at, amount,
        sum(amount) over (partition by user_id order by created_at desc, id desc) - amount as newer
      from entries where has_earned
    ), remaining as (
      select reason, created_at, least(given.amount, owed.points - newer) as points
      from given join owed using (user_id) where newer < owed.points
    )
    select reason, points_age as age, sum(points) as points
    from remaining, lateral (
      select count(*)::int as points_age from unnest(${limits}::int[]) months
      where remaining.created_at < ${at}::timestamptz - make_interval(months => months)
    ) ages
    group by reason, points_age order by reason, points_age
  `.execute(db);
  return rows;
}
