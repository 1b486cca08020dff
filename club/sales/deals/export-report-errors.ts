import type { TableAnswers } from "../../../contract/columns";
import { exportReportErrors } from "../../../contract/extensions";
import { endpoint } from "../../platform/http/endpoint";
import type { ColumnNames } from "./column-names";
import { readReasons, refusedRowsFile } from "./refused-rows-file";
import { readReportContent, requireReport } from "./require-report";

/** Exports the refused rows of a report. @throws RefusalError notFound when the report's file was removed after its time */
export const exportReportErrorsEndpoint = endpoint(exportReportErrors, async ({ file_id }, context) => {
  const report = await requireReport(context, file_id);
  const { db } = context.services;
  const content = await readReportContent(db, report.id);
  const columnNames = report.column_names as ColumnNames;
  const file = { curatorId: context.actor.id, content, columnNames, answers: report.answers as TableAnswers };
  return refusedRowsFile(context.services, file, await readReasons(db, report.id));
});
