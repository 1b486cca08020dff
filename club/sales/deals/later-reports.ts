import { sql } from "kysely";
import type { Db, Trx } from "../../platform/services";
import type { ReportToCount } from "./report-to-count";
import type { WholePeriod } from "./whole-period";

/**
 * Lists the reports that the curator uploaded after this one and that have counted, as where this one waited for an operator. A
 * claimed sale is counted as a report too, and says nothing of others.
 */
export async function listLaterReports(
  db: Db,
  { fileId, curatorId }: Pick<ReportToCount, "fileId" | "curatorId">,
): Promise<{ period: WholePeriod | null }[]> {
  const later = await db
    .selectFrom("report_files")
    .select("period")
    .where("curator_id", "=", curatorId)
    .where("id", ">", fileId)
    .where("processed", ">", 0)
    .where("recalled_at", "is", null)
    .where(sql<boolean>`not exists (
      select from deals join sale_claims on sale_claims.deal_id = deals.id where deals.file_id = report_files.id
    )`)
    .execute();
  return later.map(({ period }) => ({ period: period as WholePeriod | null }));
}

/**
 * The report as it may be counted after later ones: it adds nothing to days of which one of them has all sales, and what was said
 * of its corrections without a check was said of what stood before them. The transaction has to hold the lock of the curator's
 * reports.
 */
export async function yieldToLaterReports(trx: Trx, report: ReportToCount): Promise<ReportToCount> {
  const later = await listLaterReports(trx, report);
  if (later.length === 0) return report;
  const answers = report.answers.seen ? report.answers : {};
  return { ...report, answers, laterPeriods: later.flatMap(({ period }) => period ?? []) };
}
