import { listTitles, REASON_TITLE, type ReportColumn, reportColumns } from "../../../contract/columns";
import { toRussianDate } from "../../../contract/russian-date";
import { csvFile } from "../../platform/http/csv";
import type { FileReply } from "../../platform/http/endpoint";
import type { Cell } from "../../platform/spreadsheets/cell";
import { readTitledTable, type TitledRow } from "../../platform/spreadsheets/titled-table";
import { refuseUnreadable } from "../../platform/spreadsheets/uploaded-table";
import type { ReportFile } from "./parse-report";
import { readSellDate } from "./read-report-row";
import { reportTable } from "./report-columns";

/**
 * The refused rows of a report as they were uploaded, with the reasons beside them, so that they can be corrected and uploaded
 * alone.
 * @param reasons by the number of the row
 * @throws RefusalError when the table can't be read, or when too many tables are being read
 */
export async function refusedRowsFile(
  { content, columnNames }: Pick<ReportFile, "content" | "columnNames">,
  reasons: ReadonlyMap<number, string>,
): Promise<FileReply> {
  const reading = readTitledTable(content, { ...reportTable, ownNames: columnNames ?? {} });
  const { rows, countsFrom1904 } = await refuseUnreadable(reading);
  return csvFile(
    "Ошибки отчёта.csv",
    [...listTitles(reportColumns), REASON_TITLE],
    rows.flatMap((row) => {
      const reason = reasons.get(row.number);
      return reason === undefined ? [] : [[...listTexts(row, countsFrom1904), reason]];
    }),
  );
}

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
