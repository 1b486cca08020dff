import type { ShapedTable, TableShape } from "../table-shape";
import { LIMITS, tooManyCells, tooMuchText } from "./limits";
import { readRecords } from "./read-records";
import { countNames, HEADER_WITHIN, TitledRows } from "./titled-rows";

const DELIMITERS = [";", "\t", ","] as const;

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
  readRecords(text, findDelimiter(text, shape), (fields) => {
    number += 1;
    const cells = fields.map(cleanField);
    if (number > LIMITS.rows || cells.findLastIndex((cell) => cell !== "") >= LIMITS.columns) throw tooManyCells();
    if (cells.some((cell) => cell.length > LIMITS.cellText)) throw tooMuchText();
    table.add(number, cells);
  });
  const { missing, headers, found } = table.finish();
  if (missing.length > 0) return { missing, headers, found };
  return { rows: table.rows, notes: [], countsFrom1904: false, headers, found };
}

/** Without the spaces around it, and the apostrophe that exports write before a text that would begin like a formula. */
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
