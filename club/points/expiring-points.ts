import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/services";
import { hasEarned } from "./earned";

/** Points that were announced to expire on a day. */
export interface ExpiringPoints {
  /** yyyy-mm-dd, in Moscow time. */
  readonly expiresOn: string;
  /** What will expire as things are: what was spent since the announcement is left out. */
  readonly points: number;
}

/**
 * The moment before which points were earned that expire on a day.
 * @param day a date in SQL
 * @param months how long points live
 */
export function earnedBefore(day: RawBuilder<unknown>, months: number): RawBuilder<Date> {
  return sql<Date>`((${day} - make_interval(months => ${months}::int))::date + 1)::timestamp at time zone 'Europe/Moscow'`;
}

/**
 * Reads what a person's announcements come to, the earliest day first. Nothing expires that wasn't announced, nor what is
 * younger: the newest points of a balance are those that were earned last.
 * @param balance the person's points
 * @param months how long points live
 */
export async function readExpiringPoints(
  db: Db,
  { userId, balance, months }: { userId: number; balance: number; months: number },
): Promise<ExpiringPoints[]> {
  const { rows } = await sql<{ expiresOn: string; announced: number; younger: number }>`
    select expires_on as "expiresOn", points as announced, coalesce((
      select sum(amount) from ledger_entries earned
      where earned.user_id = point_expiries.user_id and ${hasEarned(sql`earned`)}
        and earned.created_at >= ${earnedBefore(sql`expires_on`, months)}
    ), 0) as younger
    from point_expiries where user_id = ${userId} and expired_points is null order by expires_on
  `.execute(db);
  let left = balance;
  return rows.map(({ expiresOn, announced, younger }) => {
    const points = Math.min(announced, Math.max(left - younger, 0));
    left -= points;
    return { expiresOn, points };
  });
}
