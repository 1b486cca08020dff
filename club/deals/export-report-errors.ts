import { sql } from "kysely";
import { listTitles, REASON_TITLE, type ReportColumn, reportColumns } from "../../contract/columns";
import { exportReportErrors } from "../../contract/extensions";
import { toRussianDate } from "../../contract/russian-date";
import { csvFile } from "../http/csv";
import { endpoint } from "../http/endpoint";
import type { Cell } from "../spreadsheets/cell";
import { readTitledTable, type TitledRow } from "../spreadsheets/titled-table";
import { readSellDate } from "./read-report-row";
import { reportTable } from "./report-columns";
import { readReportContent, requireReport } from "./require-report";

/**
 * Exports the refused rows of a report as they were uploaded, with the reasons beside them, so that they can be corrected and
 * uploaded alone. @throws RefusalError notFound when the report's file was removed after its time
 */
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
  const reasons = new Map(errors.map(({ row, reason }) => [row, reason]));
  const { rows, countsFrom1904 } = await readTitledTable(content, reportTable);
  return csvFile(
    "Ошибки отчёта.csv",
    [...listTitles(reportColumns), REASON_TITLE],
    rows.flatMap((row) => {
      const reason = reasons.get(row.number);
      return reason === undefined ? [] : [[...listTexts(row, countsFrom1904), reason]];
    }),
  );
});

function listTexts(row: TitledRow<ReportColumn>, countsFrom1904: boolean): string[] {
  return (Object.keys(reportColumns) as ReportColumn[]).map((column) => {
    const cell = row.cell(column);
    // The number that stands for a date in a workbook means nothing in a CSV.
    const date = column === "sell_date" && typeof cell !== "string" ? readSellDate(cell, countsFrom1904) : null;
    return date === null ? textOf(cell) : toRussianDate(date);
  });
}

function textOf(cell: Cell): string {
  if (cell instanceof Date) return toRussianDate(cell.toISOString().slice(0, 10));
  return cell === null ? "" : String(cell);
}
