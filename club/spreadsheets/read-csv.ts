import { parse } from "csv-parse/sync";
import type { Cell } from "./cell";
import { UnreadableTableError } from "./unreadable-table-error";

const DELIMITERS = [";", "\t", ","] as const;
const ROWS_LIMIT = 110_000;

/**
 * Reads CSV as a table: UTF-8 with or without BOM, UTF-16 with BOM, else Windows-1251; `;`, tab or `,` between fields.
 * Row n of the spreadsheet has index n - 1.
 *
 * @throws UnreadableTableError
 */
export function readCsv(content: Buffer): Cell[][] {
  const text = decodeText(content);
  try {
    const rows: string[][] = parse(text, {
      delimiter: findDelimiter(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      trim: true,
      to: ROWS_LIMIT + 1,
    });
    if (rows.length > ROWS_LIMIT) {
      throw new UnreadableTableError("В файле слишком много строк. Разделите таблицу на несколько файлов.");
    }
    return rows.map((row) => row.map((value) => (value === "" ? null : value)));
  } catch (error) {
    if (error instanceof UnreadableTableError) throw error;
    throw new UnreadableTableError("Файл CSV не удаётся прочитать: проверьте кавычки и сохраните его ещё раз.");
  }
}

function decodeText(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder("utf-16le").decode(content);
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder("utf-16be").decode(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1251").decode(content);
  }
}

/** The most frequent delimiter of the first five lines that aren't empty, quoted fields left out. */
function findDelimiter(text: string): string {
  const head = text
    .slice(0, 20_000)
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.replace(/[;,\t\s]/g, "") !== "")
    .slice(0, 5);
  const counts = DELIMITERS.map((delimiter) => head.reduce((sum, line) => sum + line.split(delimiter).length - 1, 0));
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ";";
}
