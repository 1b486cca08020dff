import { CFB, read, SSF, utils, type WorkBook, type WorkSheet } from "@e965/xlsx";
import type { Cell } from "../cell";
import type { ShapedTable, TableShape } from "../table-shape";
import { NOT_A_TABLE, UnreadableTableError } from "../unreadable-table-error";
import { refuseFormat, refusePassword } from "./find-format";
import { LIMITS, tooManyCells } from "./limits";
import { SheetChooser } from "./sheet-chooser";

const COMPOUND_FILE = 0xd0;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What a compound file is, by the streams that it has. */
const COMPOUND: readonly [stream: RegExp, refuse: () => UnreadableTableError][] = [
  [/\/EncryptedPackage$/i, refusePassword],
  [/\/WordDocument$/i, () => refuseFormat("документ Word")],
  [/\/PowerPoint Document$/i, () => refuseFormat("презентация")],
  [/\/__properties_version/i, () => refuseFormat("письмо")],
];

/**
 * Parses the formats that few tables have: XLS, XLSB, ODS, the XML of Excel 2003, HTML. The library reads a file as a whole; the
 * thread bounds its time and memory.
 *
 * @throws UnreadableTableError
 */
export async function parseByLibrary(content: Buffer | string, shape: TableShape): Promise<ShapedTable> {
  if (typeof content !== "string" && content[0] === COMPOUND_FILE) checkCompound(content);
  const book = readBook(content);
  const chooser = new SheetChooser(shape);
  const countsFrom1904 = book.Workbook?.WBProps?.date1904 === true;
  const sheets = book.SheetNames.map((name, index) => ({
    name,
    isHidden: (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
  }));
  sheets.sort((one, other) => Number(one.isHidden) - Number(other.isHidden));
  for (const sheet of sheets) {
    const content = book.Sheets[sheet.name];
    if (content) await chooser.add(sheet, (addRow) => addRows(content, countsFrom1904, addRow));
  }
  return chooser.finish(countsFrom1904);
}

/** @throws UnreadableTableError for a compound file that is something else than a workbook */
function checkCompound(content: Buffer): void {
  try {
    const { FullPaths }: { FullPaths: string[] } = CFB.read(content, { type: "buffer" });
    const found = COMPOUND.find(([stream]) => FullPaths.some((path) => stream.test(path)));
    if (found) throw found[1]();
    if (!FullPaths.some((path) => /\/(?:Workbook|Book)$/i.test(path))) throw new UnreadableTableError(NOT_A_TABLE);
  } catch (error) {
    throw error instanceof UnreadableTableError ? error : unreadable(error);
  }
}

function readBook(content: Buffer | string): WorkBook {
  try {
    return read(content, {
      type: typeof content === "string" ? "string" : "buffer",
      dense: true,
      // Texts of HTML stay texts: whether 05.03.2026 begins with its day isn't decided here.
      raw: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      sheetStubs: false,
      sheetRows: LIMITS.rows + 1,
    });
  } catch (error) {
    throw /password/i.test(String(error)) ? refusePassword(error) : unreadable(error);
  }
}

function addRows(
  sheet: WorkSheet,
  countsFrom1904: boolean,
  addRow: (number: number, cells: (Cell | undefined)[], options: { isHidden: boolean }) => void,
): void {
  const rows = sheet["!data"] ?? [];
  // The library stops at its limit of rows, and tells how far the sheet goes.
  const whole = sheet["!fullref"];
  if (whole && utils.decode_range(whole).e.r >= LIMITS.rows && rows.length > LIMITS.rows) throw tooManyCells();
  rows.forEach((row, index) => {
    const cells = row.map((cell) => (cell ? readCell(cell, countsFrom1904) : undefined));
    if (cells.findLastIndex((cell) => cell !== undefined && cell !== null) >= LIMITS.columns) throw tooManyCells();
    addRow(index + 1, cells, { isHidden: sheet["!rows"]?.[index]?.hidden === true });
  });
}

function readCell(
  { t: type, v: value, z: format }: { t: string; v?: unknown; z?: string | number },
  countsFrom1904: boolean,
): Cell {
  if (type === "d" && value instanceof Date) return value;
  if (type === "b") return value === true;
  if (type === "n" && typeof value === "number") {
    const isDate = format !== undefined && SSF.is_date(typeof format === "number" ? SSF._table[format] : format);
    const first = countsFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
    return isDate && value >= 1 ? new Date(first + Math.round(value * DAY_MS)) : Number(value.toPrecision(15));
  }
  return typeof value === "string" ? value.trim() : null;
}

function unreadable(cause: unknown): UnreadableTableError {
  return new UnreadableTableError("Таблицу не удаётся прочитать. Сохраните её ещё раз в формате XLSX или CSV.", {
    cause,
  });
}
