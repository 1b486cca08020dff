import { zipSync } from "fflate";
import readWorkbookSheets from "read-excel-file/node";
import type { Cell } from "./cell";
import { unpackZip } from "./unpack-zip";
import { NOT_A_TABLE, UnreadableTableError } from "./unreadable-table-error";

/** Rows of a sheet, empty ones included. */
const SHEET_ROWS_LIMIT = 110_000;
/** The last column that may have a cell: one cell far to the right widens every row of the table in memory. */
const SHEET_COLUMNS_LIMIT = 200;

/** The parts of a workbook that concern its cells. Pictures, charts and macros are never unpacked. */
const CELL_PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(_rels\/)?workbook\.xml(\.rels)?|xl\/(sharedStrings|styles)\.xml|xl\/worksheets\/[^/]+\.xml)$/i;

/**
 * Reads the sheets of an XLSX workbook as tables; row n of a sheet has index n - 1. The library that reads them gets an
 * archive that we have packed ourselves, within our limits, and never the one that was uploaded.
 *
 * @throws UnreadableTableError
 */
export async function readWorkbook(archive: Buffer): Promise<Cell[][][]> {
  const parts = await unpackZip(archive, (name) => CELL_PARTS.test(name));
  if (!parts["xl/workbook.xml"]) throw new UnreadableTableError(NOT_A_TABLE);
  for (const [name, content] of Object.entries(parts)) {
    if (name.startsWith("xl/worksheets/")) requireSheetWithinLimits(content.toString("utf8"));
  }
  try {
    const sheets = await readWorkbookSheets(Buffer.from(zipSync(parts, { level: 0 })));
    return sheets.map((sheet) => sheet.data as Cell[][]);
  } catch {
    throw new UnreadableTableError("Таблицу Excel не удаётся прочитать. Сохраните её ещё раз в формате XLSX или CSV.");
  }
}

function requireSheetWithinLimits(xml: string): void {
  for (const [, column, row] of xml.matchAll(/<(?:\w+:)?c\b[^>]*?\br="([A-Z]*)(\d+)"/g)) {
    if (columnNumber(column ?? "") > SHEET_COLUMNS_LIMIT || Number(row) > SHEET_ROWS_LIMIT) throw tooLarge();
  }
  for (const [, row] of xml.matchAll(/<(?:\w+:)?row\b[^>]*?\br="(\d+)"/g)) {
    if (Number(row) > SHEET_ROWS_LIMIT) throw tooLarge();
  }
}

function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

function tooLarge(): UnreadableTableError {
  return new UnreadableTableError(
    "На листе слишком много строк или столбцов. Удалите лишнее или разделите таблицу на несколько файлов.",
  );
}
