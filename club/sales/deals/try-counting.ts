import { tryOut } from "../../platform/db/try-out";
import type { Services, Trx } from "../../platform/services";
import { UnreadableTableError } from "../../platform/spreadsheets/unreadable-table-error";
import type { CorrectionAnswers } from "./corrections";
import { processBatch } from "./count-batch";
import { lockReportsOf } from "./lock-reports";
import type { Matches } from "./match-counted";
import { noteFile } from "./note-file";
import type { ParsedReport } from "./parse-report";
import { explainFailure } from "./process-report";
import { createReportToCount, type ReportToCount } from "./report-to-count";
import { lookAtPeriod, type PeriodBefore } from "./tell-period";
import type { WholePeriod } from "./whole-period";

/** What is known of a report before it is tried out. */
export interface Before {
  /** What its rows are beside other reports. */
  readonly matches: Matches;
  /** Where it has all sales of a period. */
  readonly period: PeriodBefore | null;
}

/**
 * Counts a report and rolls that back, so that a check can't say anything else than counting does. Meanwhile only other reports of
 * its curator wait, and recalls of the sales that it would replace.
 *
 * @param read what is to be known of the report that it became, with what was known before
 * @throws UnreadableTableError for a report that counting would fail, with the same message
 */
export async function tryCounting<Result>(
  services: Services,
  tried: { curatorId: number; parsed: ParsedReport; answers: CorrectionAnswers; period: WholePeriod | null },
  read: (trx: Trx, report: ReportToCount, before: Before) => Promise<Result>,
): Promise<Result> {
  const { parsed, ...rest } = tried;
  const { curatorId } = rest;
  try {
    return await tryOut(services.db, async (trx) => {
      await lockReportsOf(trx, curatorId);
      const { id } = await trx
        .insertInto("report_files")
        .values({
          curator_id: curatorId,
          file_name: "",
          content_type: "",
          content: Buffer.alloc(0),
          status: "in_progress",
          total: parsed.rows.length,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await noteFile(trx, id, parsed);
      const report = createReportToCount({
        ...rest,
        fileId: id,
        rows: parsed.rows,
        hasUnreadRows: parsed.hasUnreadRows,
      });
      const matches = await report.match(trx);
      const before = { matches, period: await lookAtPeriod(trx, report, matches) };
      while (await processBatch(trx, services, report, null));
      return read(trx, report, before);
    });
  } catch (error) {
    const message = explainFailure(error);
    if (message === null) throw error;
    throw new UnreadableTableError(message);
  }
}
