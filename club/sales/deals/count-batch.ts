import { sql } from "kysely";
import { formatPoints } from "../../platform/acts/format";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../../platform/db/advisory-locks";
import type { Services, Trx } from "../../platform/services";
import { joinRows } from "../../platform/spreadsheets/row-ranges";
import type { Authority } from "../../points/day-limits";
import { mayReplace } from "./corrections";
import { describeRepeats } from "./describe-repeats";
import { giveDocuments } from "./give-documents";
import type { ReportSource } from "./insert-deals";
import { lockReportsOf } from "./lock-reports";
import { countMissing, findMissing, noteDoubt } from "./missing-sales";
import { isReturn, type ParsedRow, type RowError, type SaleRow } from "./parse-report";
import { lockForTakingOut, lockReportsToChange, type Replaced, refuseReturned, takeOut } from "./replace-deals";
import type { ReportToCount } from "./report-to-count";
import { refuseOverruled, type SortedRows, sortRows } from "./sort-rows";
import { type Written, writeReturns, writeSales } from "./write-deals";

/** Rows that are processed in one transaction, and steps of the progress. */
const BATCH_ROWS = 1000;

type ErrorOfRow = RowError & { readonly row: number };

/**
 * Processes the next batch of a report that is in progress. Returns whether rows are left. Only the last commit waits for the disk:
 * commits get there in their order, so whatever is committed later and waits, such as an order, finds this batch there too. When
 * the machine fails before that, the report goes on where its progress stands then.
 *
 * @param authority by whose authority its points come to be; null for a check, which is rolled back. Points of people aren't written then:
 *   nothing that is said of a report comes from them, and nobody's balance, promotion or returned sale is locked while the whole
 *   report is counted
 * @throws ReportStopped, DayLimitReached
 */
export async function processBatch(
  trx: Trx,
  services: Services,
  report: ReportToCount,
  authority: Authority | null,
): Promise<boolean> {
  const { fileId, curatorId, rows, answers, period } = report;
  await lockReportsOf(trx, curatorId);
  // Before the report is locked, as a recall does it.
  const last = rows.at(-1);
  if (authority && ((last && isReturn(last)) || mayReplace(answers) || period?.gone === "recall")) {
    await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.returnedSales);
  }
  const { processed, status, curator_id, credited_points, approved_points, gone_kept } = await trx
    .selectFrom("report_files")
    .select(["processed", "status", "curator_id", "credited_points", "approved_points", "gone_kept"])
    .where("id", "=", fileId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (status !== "in_progress") return false;
  if (curator_id !== curatorId) throw new Error("The report was given to another curator: another try counts it");
  const isCompared = period === null || gone_kept !== null;
  const batch = takeBatch(rows, { from: processed, areSalesDone: isCompared });
  const sales = batch.flatMap((row) => ("deal" in row ? [row] : []));
  const endsSales = !isCompared && processed + batch.length >= countSalesOf(rows);
  // Batches before may have given deals of other reports documents, and with them other fingerprints.
  if (authority && endsSales && processed > 0) report.forgetMatches();
  const plan = async () => {
    const matches = await report.match(trx);
    const sorted = refuseOverruled(sortRows(sales, matches, answers), report);
    const missing = isCompared ? null : await findMissing(trx, report, matches, endsSales ? "all" : sorted.replaced);
    return { sorted, missing, gone: missing?.toRecall ?? [] };
  };
  let { sorted, missing, gone } = await plan();
  // As many as a recalled report has.
  if (gone.length > 0) await sql`set local statement_timeout = 0`.execute(trx);
  if (sorted.replaced.size + gone.length > 0) {
    await lockReportsToChange(trx, { replaced: sorted.replaced, gone });
    // A recall that a check hasn't waited for may have been first.
    ({ sorted, missing, gone } = await plan());
    if (authority) await lockForTakingOut(trx, sorted.fresh, { replaced: sorted.replaced, gone });
  }
  const now = services.now();
  const source = { fileId, curatorId, now };
  const counted = batch.some(isReturn)
    ? await countReturns(trx, services, source, sorted)
    : await countSales(trx, services, source, sorted, gone);
  const { inserted, refused, changesOthers, movePoints } = counted;
  if (changesOthers) report.forgetMatches();
  const isCounted = new Set(inserted.map(({ row }) => row));
  const isRefused = new Set(refused.map(({ row }) => row));
  // Counted by somebody else since.
  const late = sorted.fresh.filter(({ number }) => !isCounted.has(number) && !isRefused.has(number));
  const repeats = await insertRepeats(trx, fileId, sorted, late);
  // A check leaves it out: nothing that it says comes from it, and recalls of these deals would wait.
  if (authority) await giveDocuments(trx, sales, sorted.repeated);
  const failed = batch.length - sales.length + sorted.errors.length + refused.length;
  await insertErrors(trx, fileId, [
    ...(endsSales && missing ? noteDoubt(missing, report) : []),
    ...batch.flatMap((row) => ("errors" in row ? row.errors.map((error) => ({ ...error, row: row.number })) : [])),
    ...sorted.errors,
    ...refused,
  ]);
  const credited = authority ? await movePoints(authority) : 0;
  requireAgreed({ credited: credited_points + credited, agreed: approved_points });
  const hasMore = processed + batch.length < rows.length;
  const earned = inserted.reduce((sum, { deal }) => sum + deal.managerPoints + deal.memberPoints, 0);
  await trx
    .updateTable("report_files")
    .set({
      processed: processed + batch.length,
      failed: sql`failed + ${failed}`,
      repeated: sql`repeated + ${repeats}`,
      points: sql`points + ${earned}`,
      credited_points: credited_points + credited,
      ...(missing && countMissing(missing, { endsSales })),
      ...(!hasMore && { status: "done", finished_at: now }),
    })
    .where("id", "=", fileId)
    // The commit of this transaction then doesn't wait for the disk.
    .$if(hasMore, (update) => update.returning(sql`set_config('synchronous_commit', 'off', true)`.as("commit")))
    .execute();
  return hasMore;
}

/** A report may not be counted further until an operator has decided; the message tells the curator why. */
export class ReportStopped extends Error {}

/** Operators agree to a number. Rates, promotions and participants may have changed since. @throws ReportStopped */
function requireAgreed({ credited, agreed }: { credited: number; agreed: number | null }): void {
  if (agreed === null || credited <= agreed) return;
  throw new ReportStopped(
    `Отчёт был подтверждён на ${formatPoints(agreed)}, а теперь выходит больше: баллы за штуку или акции изменились.`,
  );
}

/** How many rows stand before the returned sales. */
function countSalesOf(rows: readonly ParsedRow[]): number {
  const first = rows.findIndex(isReturn);
  return first < 0 ? rows.length : first;
}

/**
 * Takes the next rows: sales, with errors among them, or returned sales, which come after all sales and after sales that the file
 * doesn't have were taken out. For that there is a batch without rows where the file has no sales.
 */
function takeBatch(
  rows: readonly ParsedRow[],
  { from, areSalesDone }: { from: number; areSalesDone: boolean },
): readonly ParsedRow[] {
  const batch = rows.slice(from, from + BATCH_ROWS);
  const [first] = batch;
  const isOfReturns = first !== undefined && isReturn(first);
  if (isOfReturns && !areSalesDone) return [];
  return batch.filter((row) => isReturn(row) === isOfReturns);
}

interface Counted extends Written {
  readonly refused: readonly ErrorOfRow[];
  /** Whether deals of other reports, besides those that were taken out, have become new ones. */
  readonly changesOthers: boolean;
}

/** Takes out the sales that are replaced and those that are gone, and writes the new ones, in one transaction. */
async function countSales(
  trx: Trx,
  services: Services,
  source: ReportSource,
  sorted: SortedRows,
  gone: readonly number[],
): Promise<Counted> {
  const refused = await refuseReturned(trx, sorted.fresh, { replaced: sorted.replaced, gone });
  const { rows, replaced } = leaveOut(refused, sorted);
  const old = replaced.size + gone.length > 0 ? await takeOut(trx, services, source, { replaced, gone }) : null;
  const written = await writeSales(trx, services, source, rows);
  const movePoints = old ? await old.finish(written) : written.movePoints;
  return { inserted: written.inserted, refused, changesOthers: old?.hasReturns ?? false, movePoints };
}

/**
 * Writes returned sales. One that replaces another needs the pieces of that one; where even they aren't enough, the other one
 * stays: all of the batch is undone and written again without that row.
 */
async function countReturns(trx: Trx, services: Services, source: ReportSource, sorted: SortedRows): Promise<Counted> {
  const { rows, replaced } = leaveOut([], sorted);
  if (replaced.size === 0) {
    const { inserted, errors, movePoints } = await writeReturns(trx, services, source, rows);
    return { inserted, refused: errors, changesOthers: false, movePoints };
  }
  await sql`savepoint replacing_returns`.execute(trx);
  const old = await takeOut(trx, services, source, { replaced, gone: [] });
  const written = await writeReturns(trx, services, source, rows);
  const unmatched = written.errors.filter(({ row }) => replaced.has(row));
  if (unmatched.length === 0) {
    const movePoints = await old.finish(written);
    return { inserted: written.inserted, refused: written.errors, changesOthers: false, movePoints };
  }
  await sql`rollback to savepoint replacing_returns`.execute(trx);
  const { rows: fresh, replaced: others } = leaveOut(unmatched, sorted);
  const counted = await countReturns(trx, services, source, { ...sorted, fresh, replaced: others });
  return { ...counted, refused: [...counted.refused, ...unmatched] };
}

function leaveOut(
  refused: readonly ErrorOfRow[],
  { fresh, replaced }: SortedRows,
): { rows: SaleRow[]; replaced: Replaced } {
  const isRefused = new Set(refused.map(({ row }) => row));
  return {
    rows: fresh.filter(({ number }) => !isRefused.has(number)),
    replaced: new Map([...replaced].filter(([row]) => !isRefused.has(row))),
  };
}

async function insertErrors(trx: Trx, fileId: number, errors: readonly ErrorOfRow[]): Promise<void> {
  if (errors.length === 0) return;
  await sql`
    insert into report_errors (file_id, row, field, message)
    select ${fileId}::int, error.*
    from unnest(
      ${errors.map(({ row }) => row)}::int[], ${errors.map(({ field }) => field)}::text[],
      ${errors.map(({ message }) => message)}::text[]
    ) as error
  `.execute(trx);
}

/** Notes the rows for which nothing is counted and that are no errors. @returns how many they are */
async function insertRepeats(
  trx: Trx,
  fileId: number,
  { repeated, left }: SortedRows,
  late: readonly SaleRow[],
): Promise<number> {
  const told = await describeRepeats(trx, [
    ...repeated,
    ...late.map(({ number, deal }) => ({ number, fingerprint: deal.fingerprint })),
  ]);
  const kept = left.map(({ number, count }) => ({ number, message: `Оставлено как было: ${count} шт.` }));
  const rows = [...told, ...kept].sort((one, other) => one.number - other.number);
  const ranges = joinRows(rows);
  if (ranges.length === 0) return 0;
  await sql`
    insert into report_repeats (file_id, first_row, last_row, message)
    select ${fileId}::int, range.*
    from unnest(
      ${ranges.map((range) => range.first_row)}::int[], ${ranges.map((range) => range.last_row)}::int[],
      ${ranges.map((range) => range.message)}::text[]
    ) as range
  `.execute(trx);
  return rows.length;
}
