import { sql } from "kysely";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../../platform/db/advisory-locks";
import type { Services, Trx } from "../../platform/services";
import { heldUntil } from "../../points/held-points";
import { creditSelected, type Taking } from "../../points/ledger";
import { describeSale, saleTextOfDeal } from "../../points/sale-text";
import { takeBackPoints } from "../../points/take-back-points";
import { addBonuses, selectBonusCredits } from "../promotions/bonuses";
import { returnBonuses } from "../promotions/take-back-bonuses";
import { findRepeats } from "./find-repeats";
import { leaveOutCounted } from "./hold-report";
import { type InsertedDeal, insertDeals, type ReportSource } from "./insert-deals";
import { lockReportsOf } from "./lock-reports";
import { insertReturnedParts, type MatchedReturns, matchReturns } from "./match-returns";
import { isReturn, type ParsedDeal, type ParsedRow } from "./parse-report";

/** Rows that are processed in one transaction, and steps of the progress. */
const BATCH_ROWS = 1000;

/**
 * Processes the next batch of a report that is in progress. Returns whether rows are left. Only the last commit waits for the disk:
 * commits get there in their order, so whatever is committed later and waits, such as an order, finds this batch there too. When
 * the machine fails before that, the report goes on where its progress stands then.
 *
 * @param rows with returned sales last, as `parseReport` returns them
 * @param options.isTried whether it is rolled back. Points of people aren't written then: nothing that is said of a report comes
 *   from them, and nobody's balance, promotion or returned sale is locked while the whole report is counted
 */
export async function processBatch(
  trx: Trx,
  services: Services,
  fileId: number,
  curatorId: number,
  rows: readonly ParsedRow[],
  { isTried = false } = {},
): Promise<boolean> {
  await lockReportsOf(trx, curatorId);
  // Before the report is locked, as a recall does it.
  const last = rows.at(-1);
  if (!isTried && last && isReturn(last)) await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.returnedSales);
  const { processed, status } = await trx
    .selectFrom("report_files")
    .select(["processed", "status"])
    .where("id", "=", fileId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (status !== "in_progress") return false;
  const batch = takeBatch(rows, processed);
  const sales = batch.flatMap((row) => ("deal" in row ? [row] : []));
  const now = services.now();
  const write = batch.some(isReturn) ? writeReturns : writeSales;
  const { inserted, repeated, unmatched, movePoints } = await write(trx, services, { fileId, curatorId, now }, sales);
  if (!isTried) await movePoints();
  await insertRepeats(trx, fileId, repeated);
  const errors = [
    ...batch.flatMap((row) => ("errors" in row ? row.errors.map((error) => ({ ...error, row: row.number })) : [])),
    ...unmatched,
  ];
  if (errors.length > 0) {
    await sql`
      insert into report_errors (file_id, row, field, message)
      select ${fileId}::int, error.*
      from unnest(
        ${errors.map(({ row }) => row)}::int[], ${errors.map(({ field }) => field)}::text[],
        ${errors.map(({ message }) => message)}::text[]
      ) as error
    `.execute(trx);
  }
  const hasMore = processed + batch.length < rows.length;
  const earned = inserted.reduce((sum, { deal }) => sum + deal.managerPoints + deal.memberPoints, 0);
  await trx
    .updateTable("report_files")
    .set({
      processed: processed + batch.length,
      failed: sql`failed + ${batch.length - sales.length + unmatched.length}`,
      repeated: sql`repeated + ${repeated.length}`,
      points: sql`points + ${earned}`,
      ...(!hasMore && { status: "done", finished_at: now }),
    })
    .where("id", "=", fileId)
    // The commit of this transaction then doesn't wait for the disk.
    .$if(hasMore, (update) => update.returning(sql`set_config('synchronous_commit', 'off', true)`.as("commit")))
    .execute();
  return hasMore;
}

/** Takes the next rows: sales, with errors among them, or returned sales, which come after all sales. */
function takeBatch(rows: readonly ParsedRow[], from: number): readonly ParsedRow[] {
  const batch = rows.slice(from, from + BATCH_ROWS);
  const [first] = batch;
  const isOfReturns = first !== undefined && isReturn(first);
  return batch.filter((row) => isReturn(row) === isOfReturns);
}

type SaleRow = Extract<ParsedRow, { deal: ParsedDeal }>;

interface Written {
  readonly inserted: readonly InsertedDeal[];
  /** Rows that were counted before. */
  readonly repeated: readonly SaleRow[];
  readonly unmatched: MatchedReturns["errors"];
  /** Writes what the deals mean for the points of people. */
  readonly movePoints: () => Promise<void>;
}

async function writeSales(
  trx: Trx,
  services: Services,
  source: ReportSource,
  sales: readonly SaleRow[],
): Promise<Written> {
  const inserted = await insertDeals(trx, source, sales);
  const insertedRows = new Set(inserted.map((sale) => sale.row));
  return {
    inserted,
    repeated: sales.filter((sale) => !insertedRows.has(sale.number)),
    unmatched: [],
    movePoints: () => creditDeals(trx, services, inserted, source.now),
  };
}

/** Writes returned sales as deals below zero, and takes back the points of the sales that they return. */
async function writeReturns(
  trx: Trx,
  services: Services,
  source: ReportSource,
  rows: readonly SaleRow[],
): Promise<Written> {
  const fresh = await leaveOutCounted({ ...services, db: trx }, rows);
  const { returns, errors } = await matchReturns(trx, source.curatorId, fresh);
  const inserted = await insertDeals(trx, source, returns);
  await insertReturnedParts(trx, returns, new Map(inserted.map(({ id, row }) => [row, id])));
  const isFresh = new Set(fresh.map(({ number }) => number));
  return {
    inserted,
    repeated: rows.filter(({ number }) => !isFresh.has(number)),
    unmatched: errors,
    movePoints: () => takeBackReturns(trx, services, inserted, source.now),
  };
}

async function takeBackReturns(
  trx: Trx,
  services: Services,
  inserted: readonly InsertedDeal[],
  createdAt: Date,
): Promise<void> {
  const ids = inserted.map(({ id }) => id);
  const bonuses = await returnBonuses(trx, ids, createdAt);
  const takings = inserted.flatMap((sale) => takingsOf(sale, createdAt));
  await takeBackPoints(trx, services, [...takings, ...bonuses]);
}

function takingsOf({ id, deal }: InsertedDeal, createdAt: Date): Taking[] {
  const common = { reason: "return", reference: `deal:${id}`, createdAt } as const;
  const what = describeSale(deal);
  return [
    { ...common, userId: deal.managerId, amount: -deal.managerPoints, action: `Возврат продажи ${what}` },
    { ...common, userId: deal.memberId, amount: -deal.memberPoints, action: `Возврат покупки ${what}` },
  ].filter(({ amount }) => amount > 0);
}

/** Credits new deals to both sides, and what promotions add to them. */
async function creditDeals(
  trx: Trx,
  services: Services,
  inserted: readonly InsertedDeal[],
  createdAt: Date,
): Promise<void> {
  if (inserted.length === 0) return;
  const haveBonuses = await addBonuses(
    trx,
    inserted.map(({ id, deal }) => ({ ...deal, id })),
  );
  const ids = inserted.map(({ id }) => id);
  const availableOn = heldUntil(services);
  const credits = sql`
    select user_id, amount, reason, reference, action, ${createdAt}::timestamptz as created_at,
      ${availableOn}::date as available_on, row_number() over (order by promotion_id nulls first, file_row, is_purchase) as n
    from (
      select side.user_id, side.amount, 'deal' as reason, 'deal:' || deals.id as reference,
        side.before || ${saleTextOfDeal} || side.after as action, null::int as promotion_id, deals.file_row, is_purchase
      from unnest(${ids}::int[]) as added (id)
        join deals on deals.id = added.id
        join companies on companies.id = deals.company_id
        cross join lateral (
          values (deals.manager_id, deals.manager_points, 'Продажа ', ', ' || companies.actual_name_organization, false),
            (deals.member_id, deals.member_points, 'Покупка ', '', true)
        ) side (user_id, amount, before, after, is_purchase)
      where side.amount > 0
      ${haveBonuses ? sql`union all select * from (${selectBonusCredits(ids)}) bonus` : sql``}
    ) credit
  `;
  const userIds = inserted.flatMap(({ deal }) => [
    ...(haveBonuses || deal.managerPoints > 0 ? [deal.managerId] : []),
    ...(haveBonuses || deal.memberPoints > 0 ? [deal.memberId] : []),
  ]);
  await creditSelected(trx, userIds, credits, { areHeld: availableOn !== null });
}

/** Notes the rows whose sales were counted before. They are no errors. */
async function insertRepeats(trx: Trx, fileId: number, sales: readonly SaleRow[]): Promise<void> {
  const ranges = await findRepeats(trx, sales);
  if (ranges.length === 0) return;
  await sql`
    insert into report_repeats (file_id, first_row, last_row, message)
    select ${fileId}::int, range.*
    from unnest(
      ${ranges.map((range) => range.first_row)}::int[], ${ranges.map((range) => range.last_row)}::int[],
      ${ranges.map((range) => range.message)}::text[]
    ) as range
  `.execute(trx);
}
