import { sql } from "kysely";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../../platform/db/advisory-locks";
import type { Services, Trx } from "../../platform/services";
import { markRecalled, movePoints, type ReversedDeal, reverseDeals } from "./reverse-deals";

const RETURN_RECALLED =
  "Оператор клуба отозвал продажу, которую возвращает эта строка. Если возврат верен, загрузите его ещё раз.";

/** What a recall has taken back. */
export interface Recalled {
  /** Without the returned sales among them. */
  readonly sales: number;
  /** Returned sales: those that were named, and those that return one of the named sales. */
  readonly returns: number;
  /** Points that were moved, in either direction, those of promotions too. */
  readonly points: number;
  /** Of these, what balances didn't have: it is owed now. */
  readonly owed: number;
}

/**
 * Recalls the deals of a report, or one deal. Returned sales that refer to one of these deals are recalled with it. Pending
 * points are removed. Credited points, also those that promotions have added, are taken back by new entries, and what a balance
 * doesn't have becomes a debt. The same sales may be reported again. Deals that were recalled before stay as they are.
 *
 * @param reason what the participants and the curator read
 * @throws RefusalError validation when a promotion's budget lacks what a recalled return gives back
 */
export async function recallDeals(
  trx: Trx,
  services: Services,
  { of, reason }: { of: { fileId: number } | { dealId: number }; reason: string },
): Promise<Recalled> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.returnedSales);
  const condition = "fileId" in of ? sql`file_id = ${of.fileId}` : sql`id = ${of.dealId}`;
  const { rows: chosen } = await sql<{ id: number; file_id: number; is_named: boolean }>`
    with named as (select id, file_id from deals where ${condition} and recalled_at is null)
    select id, file_id, true as is_named from named
    union all
    select id, file_id, false from deals
    where recalled_at is null and not (${condition})
      and id in (select return_id from deal_returns where deal_id in (select id from named))
  `.execute(trx);
  if (chosen.length === 0) return { sales: 0, returns: 0, points: 0, owed: 0 };
  const files = [...new Set(chosen.map(({ file_id }) => file_id))].sort((a, b) => a - b);
  await trx.selectFrom("report_files").select("id").where("id", "in", files).orderBy("id").forUpdate().execute();
  const ids = chosen.map(({ id }) => id);
  const deals = await markRecalled(trx, services, ids);
  const movements = await reverseDeals(trx, deals, () => reason);
  const owed = await movePoints(trx, services, movements);
  const named = new Set(chosen.filter(({ is_named }) => is_named).map(({ id }) => id));
  await noteRecalled(trx, deals, ({ id }) => {
    if (!named.has(id)) return RETURN_RECALLED;
    // The report as a whole has the message once.
    return "fileId" in of ? null : `Оператор клуба отозвал строку: ${reason}`;
  });
  const returns = deals.filter(({ sell_count }) => sell_count < 0).length;
  const points = movements.reduce((sum, movement) => sum + Math.abs(movement.points), 0);
  return { sales: deals.length - returns, returns, points, owed };
}

/** A recalled row is an error of its report, and its points are no longer the report's. */
export async function noteRecalled(
  trx: Trx,
  deals: readonly ReversedDeal[],
  messageOf: (deal: ReversedDeal) => string | null,
): Promise<void> {
  await sql`
    update report_files set failed = failed + recalled.deals, points = report_files.points - recalled.points
    from (
      select file_id, count(*)::int as deals, sum(points)::bigint as points
      from unnest(
        ${deals.map(({ file_id }) => file_id)}::int[],
        ${deals.map((deal) => deal.manager_points + deal.member_points)}::bigint[]
      ) as deal (file_id, points)
      group by file_id
    ) recalled
    where id = recalled.file_id
  `.execute(trx);
  const messages = deals.flatMap((deal) => {
    const message = messageOf(deal);
    return message === null ? [] : [{ ...deal, message }];
  });
  await sql`
    insert into report_errors (file_id, row, field, message)
    select file_id, row, '', message
    from unnest(
      ${messages.map(({ file_id }) => file_id)}::int[], ${messages.map(({ file_row }) => file_row)}::int[],
      ${messages.map(({ message }) => message)}::text[]
    ) as error (file_id, row, message)
  `.execute(trx);
}
