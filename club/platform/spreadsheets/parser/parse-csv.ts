import type { ShapedTable, TableNote, TableShape } from "../table-shape";
import { decodeText } from "./decode-text";
import { finishTable } from "./finish-table";
import { LIMITS, tooManyCells, tooMuchText } from "./limits";
import { readRecords } from "./read-records";
import { countNames, HEADER_WITHIN, TitledRows } from "./titled-rows";

const DELIMITERS = [";", "\t", ","] as const;
/** Characters from the top among which the header is looked for. */
const HEAD = 20_000;

/**
 * Parses CSV: in Unicode or what Russian programs used before; `;`, tab or `,` between fields; lines that end in CRLF, LF or CR,
 * mixed as they are where files were put together.
 *
 * @throws UnreadableTableError
 */
export function parseCsv(content: Buffer, shape: TableShape): ShapedTable {
  const decoded = decodeText(content, (head) => countTitles(head, shape));
  const text = trimEmptyRows(decoded.text);
  const table = new TitledRows(shape);
  let number = 0;
  let damagedRow = 0;
  readRecords(text, findDelimiter(text, shape), ({ fields, problem }) => {
    number += 1;
    const cells = fields.map(cleanField);
    if (number > LIMITS.rows || cells.findLastIndex((cell) => cell !== "") >= LIMITS.columns) throw tooManyCells();
    if (cells.some((cell) => cell.length > LIMITS.cellText)) throw tooMuchText();
    if (decoded.damaged > 0 && damagedRow === 0 && cells.some((cell) => cell.includes("\uFFFD"))) damagedRow = number;
    table.add(number, cells, problem === undefined ? {} : { problem });
  });
  const notes = decoded.damaged > 0 ? [noteDamage(decoded.damaged, damagedRow)] : [];
  return finishTable(table, { notes });
}

function noteDamage(characters: number, row: number): TableNote {
  return {
    place: "Текст файла",
    message: `Символов, которые не читаются: ${characters}, первый — в строке № ${row}. На их месте стоит «\uFFFD».`,
  };
}

/** Without the spaces around it, and the apostrophe that exports write before a text that would begin like a formula. */
function cleanField(field: string): string {
  const text = field.trim();
  return text.startsWith("'") ? text.replace(/^'(?=[=+@-])/, "") : text;
}

/** Cuts off the rows of bare delimiters that spreadsheets save below a table, up to a million of them. */
function trimEmptyRows(text: string): string {
  let end = text.length;
  while (end > 0 && ";,\t\r\n ".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The delimiter that makes a header of one of the first lines: addresses may have more commas than a row has `;`. */
function findDelimiter(text: string, shape: TableShape): string {
  const head = text.slice(0, HEAD);
  const named = countByDelimiter(head, shape);
  const most = Math.max(...named);
  return (most > 0 ? DELIMITERS[named.indexOf(most)] : undefined) ?? findFrequentDelimiter(head);
}

/** How many titles of columns one of the first lines has, whatever its delimiter is. */
function countTitles(head: string, shape: TableShape): number {
  return Math.max(...countByDelimiter(head, shape));
}

function countByDelimiter(head: string, shape: TableShape): number[] {
  const lines = head
    .replaceAll('"', "")
    .split(/\r\n|\r|\n/)
    .slice(0, HEADER_WITHIN);
  return DELIMITERS.map((one) => Math.max(...lines.map((line) => countNames(shape, line.split(one)))));
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
