import { UnreadableTableError } from "../unreadable-table-error";

/**
 * What one table may have. A report of 100 000 rows of seven columns stays below all of them, and so does the memory of the
 * thread that reads the table. They are counted on the rows and cells that a parser gives.
 */
export const LIMITS = {
  /** The number of the last row with a value. */
  rows: 110_000,
  /** The number of the last column with a value. */
  columns: 200,
  /** Values in the whole file, those of columns that nobody asked for included. */
  cells: 5_000_000,
  /** Characters of one cell; spreadsheet programs have the same limit. */
  cellText: 32_767,
  /** Characters of all cells that are read. */
  text: 50_000_000,
  /** Bytes that the parts of a workbook unpack to. */
  unpacked: 128 * 1024 * 1024,
} as const;

export function tooManyCells(): UnreadableTableError {
  return new UnreadableTableError(
    "На листе слишком много строк или столбцов. Удалите лишнее или разделите таблицу на несколько файлов.",
  );
}

export function tooMuchText(): UnreadableTableError {
  return new UnreadableTableError(
    "В таблице слишком много текста. Удалите лишнее или разделите таблицу на несколько файлов.",
  );
}

export function tooLargeUnpacked(cause?: unknown): UnreadableTableError {
  return new UnreadableTableError(
    "Файл распаковывается в слишком большой объём. Разделите таблицу на несколько файлов.",
    { cause },
  );
}
