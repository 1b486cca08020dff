import { sql } from "kysely";
import type { Services } from "../../platform/services";
import type { ParsedDeal, ParsedRow } from "./parse-report";

interface Sale {
  readonly number: number;
  readonly deal: ParsedDeal;
}

/** Why an operator has to approve a report, in words for the curator, and the points that it would earn. */
export interface HoldReason {
  readonly text: string;
  readonly points: number;
}

/**
 * Checks the new sales of a report against `reportRowPiecesLimit` and `reportPointsLimit`. Sales counted before don't matter.
 *
 * @returns null for a plausible report
 */
export async function findReasonToHold(services: Services, rows: readonly ParsedRow[]): Promise<HoldReason | null> {
  const sales = rows.flatMap((row) => ("deal" in row ? [row] : []));
  // Most reports are plausible even with the sales that were counted before; those needn't be looked up then.
  if (describeExcess(services, sales) === null) return null;
  return describeExcess(services, await leaveOutCounted(services, sales));
}

/** Stops a report before anything of it is written, with the reason as its message, and tells the operator. */
export async function holdReport(
  services: Services,
  report: { fileId: number; total: number; reason: HoldReason },
): Promise<void> {
  const { fileId, total, reason } = report;
  const held = await services.db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable("report_files")
      .set({ status: "waiting_approval", total, expected_points: reason.points })
      .where("id", "=", fileId)
      .where("status", "=", "queued")
      .returning("id")
      .executeTakeFirst();
    if (!updated) return false;
    const message = `${reason.text} Баллы начислятся, когда оператор клуба подтвердит отчёт.`;
    await trx.insertInto("report_errors").values({ file_id: fileId, row: 0, field: "", message }).execute();
    return true;
  });
  if (held)
    services.log.warn(
      { fileId },
      "a report waits for an operator's approval: npm run club -- list-reports --status waiting_approval",
    );
}

function describeExcess({ settings }: Services, sales: readonly Sale[]): HoldReason | null {
  const large = sales.filter(({ deal }) => deal.count > settings.reportRowPiecesLimit);
  // Returned sales don't make room for implausible ones.
  const points = sales.reduce((sum, { deal }) => sum + Math.max(0, deal.managerPoints + deal.memberPoints), 0);
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
  return reasons.length > 0 ? { text: reasons.join(" "), points } : null;
}

/** The sales that no report had before. */
export async function leaveOutCounted<One extends Sale>({ db }: Services, sales: readonly One[]): Promise<One[]> {
  const counted = await db
    .selectFrom("deals")
    .select("fingerprint")
    .where(sql<boolean>`fingerprint = any(${sales.map(({ deal }) => deal.fingerprint)}::bytea[])`)
    .execute();
  const known = new Set(counted.map(({ fingerprint }) => fingerprint.toString("hex")));
  return sales.filter(({ deal }) => !known.has(deal.fingerprint.toString("hex")));
}
