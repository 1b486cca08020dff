import type { Services } from "../../platform/services";
import { findDayExcess } from "../../points/day-limits";
import { foreseeBonuses } from "../promotions/bonuses";
import { mayReplace } from "./corrections";
import type { ParsedRow, SaleRow } from "./parse-report";
import type { ReportToCount } from "./report-to-count";
import { sortRows } from "./sort-rows";

/** Why an operator has to approve a report, in words for the curator, and the points that it would earn. */
export interface HoldReason {
  readonly text: string;
  readonly points: number;
  /** Whether it isn't about the sales: the curator is new. */
  readonly isFirst?: boolean;
}

/**
 * Checks the sales that a report would count against `reportRowPiecesLimit` and `reportPointsLimit`, and against what is left of
 * the day's points, with what promotions add to them. Others don't matter. What replaced sales have earned makes no room. The
 * first report of a curator whom an operator has added waits, whatever it is.
 *
 * @returns null for a plausible report
 */
export async function findReasonToHold(services: Services, report: ReportToCount): Promise<HoldReason | null> {
  const { curatorId, rows, answers } = report;
  // Most reports are plausible even with the sales that were counted before; those needn't be looked up then.
  const all = { sales: salesOf(rows), replaced: [] };
  if (!mayReplace(answers) && (await describeExcess(services, curatorId, all)) === null) return null;
  return describeExcess(services, curatorId, await listCounting(services, report, rows));
}

/**
 * The points that a report would still credit now, with what promotions add to them. Sales counted before don't matter.
 * @param processed how many of its rows have been counted
 */
export async function foreseePoints(services: Services, report: ReportToCount, processed: number): Promise<number> {
  return sumPoints(services, await listCounting(services, report, report.rows.slice(processed)));
}

/** What would be counted, and in place of what. */
interface Counting {
  readonly sales: readonly SaleRow[];
  /** The ids of the deals that would be replaced. */
  readonly replaced: readonly number[];
}

async function listCounting({ db }: Services, report: ReportToCount, rows: readonly ParsedRow[]): Promise<Counting> {
  const { fresh, replaced } = sortRows(salesOf(rows), await report.match(db), report.answers);
  return { sales: fresh, replaced: [...replaced.values()].map(({ id }) => id) };
}

/** Stops a report until an operator has decided, with the reason as its message, and tells the operator. */
export async function holdReport(
  services: Services,
  report: { fileId: number; total: number; reason: HoldReason },
): Promise<void> {
  const { fileId, total, reason } = report;
  const held = await services.db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable("report_files")
      .set({ status: "waiting_approval", total, expected_points: reason.points, approved_points: null })
      .where("id", "=", fileId)
      .where("status", "in", ["queued", "in_progress"])
      .returning("id")
      .executeTakeFirst();
    if (!updated) return false;
    const message = `${reason.text} Баллы начислятся, когда оператор клуба подтвердит отчёт.`;
    await trx
      .insertInto("report_errors")
      .values({ file_id: fileId, row: 0, field: "", message })
      .onConflict((conflict) => conflict.columns(["file_id", "row", "field"]).doUpdateSet({ message }))
      .execute();
    return true;
  });
  if (held)
    services.log.warn(
      { fileId },
      "a report waits for an operator's approval: npm run club -- list-reports --status waiting_approval",
    );
}

async function describeExcess(services: Services, curatorId: number, counting: Counting): Promise<HoldReason | null> {
  const { settings } = services;
  const { sales } = counting;
  const large = sales.filter(({ deal }) => deal.count > settings.reportRowPiecesLimit);
  const points = await sumPoints(services, counting);
  const reasons = [];
  if (large[0]) {
    const limit = settings.reportRowPiecesLimit.toLocaleString("ru-RU");
    const count = large.length.toLocaleString("ru-RU");
    reasons.push(`Строк, где больше ${limit} шт.: ${count}, первая — № ${large[0].number}.`);
  }
  if (points > settings.reportPointsLimit) {
    const limit = settings.reportPointsLimit.toLocaleString("ru-RU");
    reasons.push(`Баллов за отчёт ${points.toLocaleString("ru-RU")}, без проверки можно не больше ${limit}.`);
  }
  const ofDay = await findDayExcess(services.db, services, { curatorId, points });
  if (ofDay !== null) reasons.push(ofDay);
  if (reasons.length > 0) return { text: reasons.join(" "), points };
  if (sales.length === 0 || !(await isFirstReport(services, curatorId))) return null;
  return { text: "Это первый отчёт нового куратора.", points, isFirst: true };
}

async function isFirstReport({ db }: Services, curatorId: number): Promise<boolean> {
  const curator = await db
    .selectFrom("users")
    .select("first_report_waits")
    .where("id", "=", curatorId)
    .executeTakeFirstOrThrow();
  return curator.first_report_waits;
}

function salesOf(rows: readonly ParsedRow[]): SaleRow[] {
  return rows.flatMap((row) => ("deal" in row ? [row] : []));
}

/** Returned sales don't make room for implausible ones. */
async function sumPoints({ db }: Services, { sales, replaced }: Counting): Promise<number> {
  const deals = sales.flatMap(({ deal }) => (deal.count > 0 ? [deal] : []));
  const points = deals.reduce((sum, deal) => sum + deal.managerPoints + deal.memberPoints, 0);
  return points + (await foreseeBonuses(db, deals, replaced));
}
