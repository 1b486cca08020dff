import { UnreadableTableError } from "../unreadable-table-error";
import { LIMITS, tooManyCells } from "./limits";

/** Characters of one line. A longer one is no line of a table. */
const LINE_LIMIT = 500_000;
/** Lines that one cell may have, which is more than anybody types. */
const CELL_LINES = 100;
/** Characters that are looked through in all for the ends of cells that have several lines. */
const SEARCH_LIMIT = 50_000_000;

/** One row of a CSV text. */
export interface CsvRecord {
  readonly fields: readonly string[];
  /** The lines of the text that it takes. */
  readonly lines: number;
  /** Why its values aren't known: a quote that wasn't closed has swallowed lines. */
  readonly problem?: string;
}

interface Line {
  readonly text: string;
  /** Where the next line begins; the length of the text after the last one. */
  readonly next: number;
}

/**
 * Reads the rows of a CSV text, also those of empty lines. Every line is in exactly one row. Fields may have spaces around them.
 *
 * A quote that is never closed, or that is closed in the middle of a field, is read as an ordinary character if its line is
 * then a row. A quoted cell may span several lines only if they aren't rows by themselves. Lines that can be read neither way,
 * or both ways, are each reported as a problem.
 *
 * @throws UnreadableTableError for a line that is too long, and what `addRecord` throws
 */
export function readRecords(text: string, delimiter: string, addRecord: (record: CsvRecord) => void): void {
  const widths = new Widths();
  const taker = new LineTaker(text);
  let searched = 0;
  let number = 0;
  const add = (record: CsvRecord) => {
    number += 1;
    widths.add(record.fields.length);
    addRecord(record);
  };
  for (let start = 0; start < text.length; ) {
    const line = taker.take(start);
    if (line.text.length > LINE_LIMIT) throw tooLongLine(line.text, delimiter);
    const own = line.text.includes('"') ? splitQuoted(line.text, delimiter) : line.text.split(delimiter);
    if (own) {
      add({ fields: own, lines: 1 });
      start = line.next;
      continue;
    }
    const spread = searched < SEARCH_LIMIT ? readSpread(text, start, delimiter, taker) : undefined;
    searched += spread?.searched ?? 0;
    const lines = spread?.lines ?? [line];
    const alone = lines.map((one) => splitLoosely(one.text, delimiter));
    const alsoOne = lines.length > 1 && spread?.fields?.length === widths.usual;
    const alsoMany = areRows(alone, widths.usual);
    if (alsoMany && !alsoOne) {
      for (const fields of alone) add({ fields, lines: 1 });
    } else if (!alsoMany && spread?.fields && !haveSwallowed(spread.fields, delimiter, widths.usual)) {
      add({ fields: spread.fields, lines: lines.length });
    } else {
      const last = number + lines.length;
      const first = number + 1;
      for (const fields of alone) add({ fields, lines: 1, problem: explain(first, last, number + 1) });
    }
    start = lines.at(-1)?.next ?? line.next;
  }
}

/** How many fields most rows have had so far. */
class Widths {
  usual: number | undefined;
  readonly #counts = new Map<number, number>();

  add(width: number): void {
    // Empty lines and titles above a table aren't rows of it.
    if (width < 2) return;
    const count = (this.#counts.get(width) ?? 0) + 1;
    this.#counts.set(width, count);
    if (this.usual === undefined || count > (this.#counts.get(this.usual) ?? 0)) this.usual = width;
  }
}

/** Takes lines from a text, each where the one before has ended or further up. */
class LineTaker {
  readonly #text: string;
  /** Where the next of each is, from the place where it was looked for last. */
  readonly #ends = { "\n": { from: 0, at: -1 }, "\r": { from: 0, at: -1 } };

  constructor(text: string) {
    this.#text = text;
  }

  take(start: number): Line {
    const [feed, carriage] = [this.#find("\n", start), this.#find("\r", start)];
    const end = Math.min(feed, carriage);
    const length = carriage + 1 === feed ? 2 : 1;
    return { text: this.#text.slice(start, end), next: Math.min(this.#text.length, end + length) };
  }

  #find(mark: "\n" | "\r", start: number): number {
    const end = this.#ends[mark];
    if (end.at < start || end.from > start) {
      const at = this.#text.indexOf(mark, start);
      end.from = start;
      end.at = at < 0 ? this.#text.length : at;
    }
    return end.at;
  }
}

/** The fields of a line whose quotes are all as they should be; undefined for any other. */
function splitQuoted(line: string, delimiter: string): string[] | undefined {
  const fields: string[] = [];
  for (let at = 0; ; ) {
    const begin = skipSpaces(line, at, delimiter);
    if (line.charAt(begin) !== '"') {
      const end = line.indexOf(delimiter, at);
      fields.push(line.slice(at, end < 0 ? undefined : end));
      if (end < 0) return fields;
      at = end + 1;
      continue;
    }
    const close = findClosing(line, begin + 1);
    if (close < 0) return undefined;
    const end = skipSpaces(line, close + 1, delimiter);
    if (end < line.length && line.charAt(end) !== delimiter) return undefined;
    fields.push(line.slice(begin + 1, close).replaceAll('""', '"'));
    if (end >= line.length) return fields;
    at = end + 1;
  }
}

/** The fields of a line. Of a field whose quotes aren't as they should be, they are characters like others. */
function splitLoosely(line: string, delimiter: string): string[] {
  const fields: string[] = [];
  for (let at = 0; ; ) {
    const begin = skipSpaces(line, at, delimiter);
    const close = line.charAt(begin) === '"' ? findClosing(line, begin + 1) : -1;
    const after = close < 0 ? -1 : skipSpaces(line, close + 1, delimiter);
    const isQuoted = after >= line.length || (after >= 0 && line.charAt(after) === delimiter);
    const next = isQuoted ? after : line.indexOf(delimiter, at);
    const end = next < 0 ? line.length : next;
    fields.push(isQuoted ? line.slice(begin + 1, close).replaceAll('""', '"') : line.slice(at, end));
    if (end >= line.length) return fields;
    at = end + 1;
  }
}

/** A row from here on whose cells may have several lines; without fields when a quote isn't closed as it should be. */
function readSpread(text: string, start: number, delimiter: string, taker: LineTaker) {
  const lines: Line[] = [];
  let quotes = 0;
  let at = start;
  while (at < text.length && lines.length < CELL_LINES && at - start < LIMITS.cellText) {
    const line = taker.take(at);
    lines.push(line);
    at = line.next;
    // Only a line with a quote may close the row.
    const own = line.text.split('"').length - 1;
    quotes += own;
    if (own === 0 || quotes % 2 !== 0) continue;
    const fields = splitQuoted(text.slice(start, at).replace(/[\r\n]+$/, ""), delimiter);
    return { lines: fields ? lines : lines.slice(0, 1), fields, searched: at - start };
  }
  return { lines: lines.slice(0, 1), fields: undefined, searched: at - start };
}

/** Whether each of these lines is a row by itself: of the usual width, with numbers and dates where the first one has them. */
function areRows(lines: readonly (readonly string[])[], usual: number | undefined): boolean {
  const [first = []] = lines;
  return lines.every(
    (fields) =>
      (usual === undefined ? lines.length === 1 : fields.length === usual) &&
      fields.every((field, place) => !isNumeric(first[place]) || field.trim() === "" || isNumeric(field)),
  );
}

/** Whether a line within a field is as wide as a row. */
function haveSwallowed(fields: readonly string[], delimiter: string, usual = Number.POSITIVE_INFINITY): boolean {
  return fields.some((field) => {
    const [, ...more] = field.split(/\r\n|\r|\n/);
    return more.some((line) => line.split(delimiter).length >= usual);
  });
}

function isNumeric(field: string | undefined): boolean {
  return field !== undefined && /^[\s\d.,:/+()-]*\d[\s\d.,:/+()-]*$/.test(field.slice(0, 40));
}

function explain(first: number, last: number, number: number): string {
  if (first === last) return "В строке открыта кавычка, которая не закрыта: где кончается значение, неизвестно.";
  if (number > first) return `Строку захватила кавычка, открытая в строке № ${first}.`;
  return `Кавычка, открытая здесь, закрыта только в строке № ${last}: строки с № ${first + 1} по № ${last} попали внутрь неё. Исправьте кавычки и загрузите эти строки ещё раз.`;
}

/** Where a quoted text ends that begins here: two quotes are one of the text. */
function findClosing(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2)) {
    if (line.charAt(at + 1) !== '"') return at;
  }
  return -1;
}

function skipSpaces(line: string, from: number, delimiter: string): number {
  let at = from;
  while (at < line.length && line.charAt(at) !== delimiter && /\s/.test(line.charAt(at))) at += 1;
  return at;
}

function tooLongLine(line: string, delimiter: string): UnreadableTableError {
  if (!line.includes('"') && line.split(delimiter, LIMITS.columns + 1).length > LIMITS.columns) return tooManyCells();
  return new UnreadableTableError("Файл CSV не удаётся прочитать: проверьте кавычки и сохраните его ещё раз.");
}
