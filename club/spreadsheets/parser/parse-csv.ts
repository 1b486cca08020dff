import { parse } from "csv-parse/sync";
import type { ShapedTable, TableShape } from "../table-shape";
import { UnreadableTableError } from "../unreadable-table-error";
import { LIMITS, tooManyCells, tooMuchText } from "./limits";
import { countNames, HEADER_WITHIN, TitledRows } from "./titled-rows";

const DELIMITERS = [";", "\t", ","] as const;
/** Characters of one row. A longer one is mostly the rest of the file behind a quote that isn't closed. */
const RECORD_LIMIT = 500_000;

/**
 * Parses CSV: UTF-8 with or without BOM, UTF-16 with BOM, else Windows-1251; `;`, tab or `,` between fields; lines that end
 * in CRLF, LF or CR, mixed as they are where files were put together.
 *
 * @throws UnreadableTableError
 */
export function parseCsv(content: Buffer, shape: TableShape): ShapedTable {
  const text = trimEmptyRows(decodeText(content));
  const table = new TitledRows(shape);
  let number = 0;
  try {
    parse(text, {
      delimiter: findDelimiter(text, shape),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      trim: true,
      max_record_size: RECORD_LIMIT,
      // Keeps nothing itself: a row that returns null is dropped.
      on_record(fields: string[]) {
        number += 1;
        if (number > LIMITS.rows || fields.findLastIndex((field) => field !== "") >= LIMITS.columns) {
          throw tooManyCells();
        }
        if (fields.some((field) => field.length > LIMITS.cellText)) throw tooMuchText();
        table.add(number, fields.map(cleanField));
        return null;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableTableError) throw error;
    throw new UnreadableTableError("Файл CSV не удаётся прочитать: проверьте кавычки и сохраните его ещё раз.", {
      cause: error,
    });
  }
  const { missing, headers, found } = table.finish();
  if (missing.length > 0) return { missing, headers, found };
  return { rows: table.rows, notes: [], countsFrom1904: false, headers, found };
}

/** Exports write an apostrophe before a text that would begin like a formula. The parser trims outside of quotes only. */
function cleanField(field: string): string {
  const text = field.trim();
  return text.startsWith("'") ? text.replace(/^'(?=[=+@-])/, "") : text;
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

/** Cuts off the rows of bare delimiters that spreadsheets save below a table, up to a million of them. */
function trimEmptyRows(text: string): string {
  let end = text.length;
  while (end > 0 && ";,\t\r\n ".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The delimiter that makes a header of one of the first lines: addresses may have more commas than a row has `;`. */
function findDelimiter(text: string, shape: TableShape): string {
  const head = text.slice(0, 20_000);
  const lines = head
    .replaceAll('"', "")
    .split(/\r\n|\r|\n/)
    .slice(0, HEADER_WITHIN);
  const named = DELIMITERS.map((one) => Math.max(...lines.map((line) => countNames(shape, line.split(one)))));
  const most = Math.max(...named);
  return (most > 0 ? DELIMITERS[named.indexOf(most)] : undefined) ?? findFrequentDelimiter(head);
}

/** The most frequent delimiter of the first five lines that aren't empty, quoted fields left out. */
function findFrequentDelimiter(head: string): string {
  const lines = head
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.replace(/[;,\t\s]/g, "") !== "")
    .slice(0, 5);
  const counts = DELIMITERS.map((delimiter) => lines.reduce((sum, line) => sum + line.split(delimiter).length - 1, 0));
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ";";
}
