import { sql } from "kysely";
import type { TableAnswers } from "../../../contract/columns";
import { exportReportErrors } from "../../../contract/extensions";
import { endpoint } from "../../platform/http/endpoint";
import type { ColumnNames } from "./column-names";
import { refusedRowsFile } from "./refused-rows-file";
import { readReportContent, requireReport } from "./require-report";

/** Exports the refused rows of a report. @throws RefusalError notFound when the report's file was removed after its time */
export const exportReportErrorsEndpoint = endpoint(exportReportErrors, async ({ file_id }, context) => {
  const report = await requireReport(context, file_id);
  const { db } = context.services;
  const errors = await db
    .selectFrom("report_errors")
    .select(["row", sql<string>`string_agg(message, ' ' order by field)`.as("reason")])
    .where("file_id", "=", report.id)
    .where("row", ">", 0)
    .groupBy("row")
    .execute();
  const content = await readReportContent(db, report.id);
  const columnNames = report.column_names as ColumnNames;
  const file = { curatorId: context.actor.id, content, columnNames, answers: report.answers as TableAnswers };
  return refusedRowsFile(context.services, file, new Map(errors.map(({ row, reason }) => [row, reason])));
});
