import type { TableAnswers } from "../../../contract/columns";
import type { Services, Trx } from "../../platform/services";
import type { ColumnNames } from "./column-names";
import type { CorrectionAnswers } from "./corrections";
import { processReportJob } from "./jobs";
import type { WholePeriod } from "./whole-period";

/** A report as its curator has uploaded it. */
export interface UploadedReport {
  readonly curator_id: number;
  readonly file_name: string;
  readonly content_type: string;
  readonly content: Buffer;
  /** The headers that stand for columns besides the usual ones. */
  readonly column_names: ColumnNames;
  /** How it is read where that has two meanings. */
  readonly answers: TableAnswers;
  /** What becomes of its rows that correct counted sales. */
  readonly corrections: CorrectionAnswers;
  /** Where it has all sales of a period; null for any other. */
  readonly period: WholePeriod | null;
  /** Its rows. */
  readonly total: number;
}

/** Stores a readable report and queues the job that counts it. @returns its id */
export async function storeReport(trx: Trx, services: Services, report: UploadedReport): Promise<number> {
  const { id } = await trx
    .insertInto("report_files")
    .values({
      ...report,
      column_names: JSON.stringify(report.column_names),
      answers: JSON.stringify(report.answers),
      corrections: JSON.stringify(report.corrections),
      period: report.period && JSON.stringify(report.period),
      created_at: services.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await services.jobs.send(processReportJob, { fileId: id }, { within: trx });
  return id;
}
