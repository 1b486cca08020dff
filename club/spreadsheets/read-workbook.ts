import { zipSync } from "fflate";
import readWorkbookSheets from "read-excel-file/node";
import type { Cell } from "./cell";
import { UnreadableTable } from "./unreadable";
import { listZipEntries, unpackZip } from "./zip-archive";

/** Rows that a sheet may have, empty ones between included. */
const SHEET_ROWS_LIMIT = 110_000;
/** The furthest column that may hold anything: a cell far to the right widens every row of the table in memory. */
const SHEET_COLUMNS_LIMIT = 200;

/** The parts of a workbook that say something about cells; pictures, charts and macros are never unpacked. */
const READ_PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(_rels\/)?workbook\.xml(\.rels)?|xl\/(sharedStrings|styles)\.xml|xl\/worksheets\/[^/]+\.xml)$/i;

/** Whether a zip archive is an Excel workbook. */
export function isWorkbook(archive: Buffer): boolean {
  return listZipEntries(archive).includes("xl/workbook.xml");
}

/**
 * Reads the sheets of an XLSX workbook as tables; row n stands at index n - 1.
 * The library is given an archive of our own making, so it never unpacks what the sender packed.
 * @throws UnreadableTable
 */
export async function readWorkbook(archive: Buffer): Promise<Cell[][][]> {
  const parts = await unpackZip(archive, (name) => READ_PARTS.test(name));
  for (const [name, content] of Object.entries(parts)) {
    if (name.startsWith("xl/worksheets/")) requireModestSheet(content.toString("utf8"));
  }
  try {
    const sheets = await readWorkbookSheets(Buffer.from(zipSync(parts, { level: 0 })));
    return sheets.map((sheet) => sheet.data as Cell[][]);
  } catch {
    throw new UnreadableTable("Таблицу Excel не удаётся прочитать. Сохраните её ещё раз в формате XLSX или CSV.");
  }
}

function requireModestSheet(xml: string): void {
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

function tooLarge(): UnreadableTable {
  return new UnreadableTable(
    "На листе слишком много строк или столбцов. Удалите лишнее или разделите таблицу на несколько файлов.",
  );
}
