import { sql } from "kysely";
import type { Db, Trx } from "../../platform/services";
import { selectPeriod } from "./gone-sales";
import type { Period } from "./whole-period";

/** A counted return of a sale of a period. */
export interface ReturnOfPeriod {
  readonly id: number;
  readonly sellDate: string;
  readonly articleCode: string;
  readonly count: number;
  readonly points: number;
}

/** What has become of a return. */
interface ReturnAfter {
  /** What it takes back now; nothing when it is lost, and what it took when a row has replaced it. */
  readonly points: number;
  /** Whether neither it nor anything in its place counts. */
  readonly isLost: boolean;
}

/** Reads the returns of the sales of a period, whatever their own days are: those of recalled and corrected sales change. */
export async function readReturnsOfPeriod(
  db: Db,
  place: { curatorId: number; period: Period },
): Promise<ReturnOfPeriod[]> {
  const { rows } = await sql<ReturnOfPeriod>`
    select id, sell_date as "sellDate", article_code as "articleCode", sell_count as count,
      manager_points + member_points as points
    from deals
    where recalled_at is null
      and id in (select return_id from deal_returns where deal_id in (select id from ${selectPeriod(place)} sale))
    order by sell_date, id
  `.execute(db);
  return rows;
}

/** Reads what has become of returns, by their ids: what is counted again is a deal of the same row of the same report. */
export async function readReturnsAfter(
  trx: Trx,
  returns: readonly ReturnOfPeriod[],
): Promise<ReadonlyMap<number, ReturnAfter>> {
  if (returns.length === 0) return new Map();
  const { rows } = await sql<ReturnAfter & { id: number }>`
    select was.id, last.is_lost as "isLost",
      case when last.is_lost then 0 else last.manager_points + last.member_points end as points
    from deals was cross join lateral (
      select *, recalled_at is not null and replaced_by_id is null as is_lost
      from deals
      where file_id = was.file_id and file_row = was.file_row
      order by id desc limit 1
    ) last
    where was.id = any(${returns.map(({ id }) => id)}::int[])
  `.execute(trx);
  return new Map(rows.map(({ id, ...after }) => [id, after]));
}
