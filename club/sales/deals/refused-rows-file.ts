import { sql } from "kysely";
import { listTitles, REASON_TITLE, type ReportColumn, reportColumns } from "../../../contract/columns";
import { toRussianDate } from "../../../contract/russian-date";
import { csvFile } from "../../platform/http/csv";
import type { FileReply } from "../../platform/http/endpoint";
import type { Db, Services } from "../../platform/services";
import type { Cell } from "../../platform/spreadsheets/cell";
import { readTitledTable, type TitledRow } from "../../platform/spreadsheets/titled-table";
import { refuseUnreadable } from "../../platform/spreadsheets/uploaded-table";
import { zonedDate } from "../../platform/zoned-date";
import { type ReportFile, titleReport } from "./parse-report";
import { type RowReading, readCount, readSellDate } from "./read-report-row";
import { readTimeZone } from "./report-settings";

/**
 * The refused rows of a report as they were uploaded, with the reasons beside them, so that they can be corrected and uploaded
 * alone.
 * @param reasons by the number of the row
 * @throws RefusalError when the table can't be read, or when too many tables are being read
 */
export async function refusedRowsFile(
  services: Services,
  file: ReportFile,
  reasons: ReadonlyMap<number, string>,
): Promise<FileReply> {
  const table = readTitledTable(file.content, titleReport(services, file));
  const { rows, countsFrom1904, reading } = await refuseUnreadable(table);
  const timeZone = await readTimeZone(services.db, file.curatorId);
  const rowReading = { ...reading, countsFrom1904, dayOf: (instant: Date) => zonedDate(instant, timeZone) };
  return csvFile(
    "Ошибки отчёта.csv",
    [...listTitles(reportColumns), REASON_TITLE],
    rows.flatMap((row) => {
      const reason = reasons.get(row.number);
      return reason === undefined ? [] : [[...listTexts(row, rowReading), reason]];
    }),
  );
}

/** Why rows of a report were refused, by their numbers. */
export async function readReasons(db: Db, fileId: number): Promise<Map<number, string>> {
  const errors = await db
    .selectFrom("report_errors")
    .select(["row", sql<string>`string_agg(message, ' ' order by field)`.as("reason")])
    .where("file_id", "=", fileId)
    .where("row", ">", 0)
    .groupBy("row")
    .execute();
  return new Map(errors.map(({ row, reason }) => [row, reason]));
}

function listTexts(row: TitledRow<ReportColumn>, reading: RowReading): string[] {
  return (Object.keys(reportColumns) as ReportColumn[]).map((column) => {
    const cell = row.cell(column);
    // Other rows may have shown how a day or a count is read. Alone, the row has to be clear.
    const date = column === "sell_date" ? readSellDate(cell, reading) : null;
    const count = column === "sell_count" ? readCount(cell, reading) : null;
    return date !== null ? toRussianDate(date) : textOf(count ?? cell);
  });
}

function textOf(cell: Cell): string {
  if (cell instanceof Date) return toRussianDate(cell.toISOString().slice(0, 10));
  return cell === null ? "" : String(cell);
}
