import type { TableAnswers } from "../../../contract/columns";
import { isLastingError, summarizeError } from "../../platform/db/lasting-error";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Db, Services } from "../../platform/services";
import { UnreadableTableError } from "../../platform/spreadsheets/unreadable-table-error";
import { AGREED, type Authority, DayLimitReached } from "../../points/day-limits";
import type { ColumnNames } from "./column-names";
import type { CorrectionAnswers } from "./corrections";
import { processBatch, ReportStopped } from "./count-batch";
import { failReport } from "./fail-report";
import { findReasonToHold, foreseePoints, holdReport } from "./hold-report";
import { yieldToLaterReports } from "./later-reports";
import { lockReportsOf } from "./lock-reports";
import { noteFile } from "./note-file";
import { parseReport } from "./parse-report";
import { createReportToCount } from "./report-to-count";
import type { WholePeriod } from "./whole-period";

/**
 * Processes an uploaded report as `processAlone` does it, after those that its curator has uploaded before it: a whole period or a
 * correction is said of what stood there then. One that can't be processed now keeps no other one waiting.
 *
 * @throws what went wrong when another try may succeed; otherwise the report has failed with a message for the curator
 */
export async function processReport(services: Services, fileId: number): Promise<void> {
  const earlier = await services.db
    .selectFrom("report_files")
    .select("id")
    .where("curator_id", "=", (report) =>
      report.selectFrom("report_files as own").select("own.curator_id").where("own.id", "=", fileId),
    )
    .where("id", "<", fileId)
    .where("status", "in", ["queued", "in_progress"])
    .orderBy("id")
    .execute();
  for (const { id } of earlier) {
    try {
      await processAlone(services, id);
    } catch (error) {
      services.log.error({ fileId: id, err: summarizeError(error) }, "a report was not processed");
    }
  }
  await processAlone(services, fileId);
}

/**
 * Processes an uploaded report: writes its deals and credits the points. Each batch writes its deals, points, errors and the
 * progress in one transaction and begins where the progress stands. The work can therefore be interrupted anywhere, started
 * again or even run twice at once, and each sale counts exactly once. A report that isn't plausible waits for an operator, and
 * so does the rest of one that would credit more than operators have agreed to.
 */
async function processAlone(services: Services, fileId: number): Promise<void> {
  const { db } = services;
  const file = await db
    .selectFrom("report_files")
    .select(["curator_id", "content", "column_names", "answers", "corrections", "period", "status", "approved_at"])
    .where("id", "=", fileId)
    .executeTakeFirst();
  if (file?.status !== "queued" && file?.status !== "in_progress") return;
  const period = file.period as WholePeriod | null;
  try {
    const parsed = await parseReport(services, {
      curatorId: file.curator_id,
      content: file.content,
      columnNames: file.column_names as ColumnNames,
      answers: file.answers as TableAnswers,
      period,
    });
    const { rows, hasUnreadRows } = parsed;
    const curatorId = file.curator_id;
    const answers = file.corrections as CorrectionAnswers;
    const report = createReportToCount({ fileId, curatorId, rows, hasUnreadRows, answers, period });
    await noteFile(db, fileId, parsed);
    if (file.status === "queued" && !file.approved_at) {
      const reason = await findReasonToHold(services, report);
      if (reason !== null) return await holdReport(services, { fileId, total: rows.length, reason });
    }
    await db
      .updateTable("report_files")
      .set({ status: "in_progress", total: rows.length })
      .where("id", "=", fileId)
      .where("status", "in", ["queued", "in_progress"])
      .execute();
    const authority: Authority = file.approved_at ? AGREED : { kind: "distributor", services, curatorId };
    const commitBatch = () =>
      db.transaction().execute(async (trx) => {
        await lockReportsOf(trx, curatorId);
        return processBatch(trx, services, await yieldToLaterReports(trx, report), authority);
      });
    try {
      while (await commitBatch());
    } catch (error) {
      const text = explainStop(error);
      if (text === null) throw error;
      const points = await foreseePoints(services, report, await readProgress(db, fileId));
      await holdReport(services, { fileId, total: rows.length, reason: { text, points } });
    }
  } catch (error) {
    const message = explainFailure(error);
    if (message === null) throw error;
    await failReport(services, fileId, message, error);
  }
}

/** How many rows have been counted. */
async function readProgress(db: Db, fileId: number): Promise<number> {
  const { processed } = await db
    .selectFrom("report_files")
    .select("processed")
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  return processed;
}

/** Why the rest of a report waits for an operator; null for other errors. */
function explainStop(error: unknown): string | null {
  if (error instanceof ReportStopped) return error.message;
  return error instanceof DayLimitReached ? error.text : null;
}

const UNCOUNTABLE =
  "Отчёт не удалось посчитать до конца: клуб не может учесть такие числа. Проверьте количество или напишите в поддержку клуба.";

/** What the curator reads of a report that can't be counted; null when another try may succeed. */
export function explainFailure(error: unknown): string | null {
  if (error instanceof UnreadableTableError || error instanceof RefusalError) return error.message;
  return isLastingError(error) ? UNCOUNTABLE : null;
}
