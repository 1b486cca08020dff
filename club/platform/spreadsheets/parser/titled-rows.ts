import type { Cell } from "../cell";
import { simplifyHeader } from "../simplify-header";
import type { FoundHeaders, ShapedRow, TableHeader, TableShape } from "../table-shape";
import { LIMITS, tooManyCells, tooMuchText } from "./limits";
import { unreadableWorkbook } from "./read-xml";

/** The rows from the top among which the header is looked for. */
export const HEADER_WITHIN = 30;
/** As many known names make a row the header, so that a title above the table isn't taken for one. */
const HEADER_NAMES = 2;
/** Different texts that are looked for among later ones, and the longest of them: most cells repeat one of a few. */
const SHARED_TEXTS = 10_000;
const SHARED_LENGTH = 40;
/** Headers and their examples are shown to people. */
const HEADERS_TOLD = 60;
const HEADER_TEXT = 100;

interface Header {
  /** The number of its row in the spreadsheet. */
  readonly row: number;
  /** The place of each column of the shape in the sheet's rows; undefined for one that isn't there. */
  readonly places: readonly (number | undefined)[];
  readonly names: number;
}

/**
 * Collects the rows of one sheet below its header, which is matched loosely (order, capitals, spaces, ё and е, usual other
 * names). Takes the rows one after the other and keeps the cells of known columns only.
 */
export class TitledRows {
  /** Rows with a value below the header. */
  readonly rows: ShapedRow[] = [];
  /** Whether any row had a value. */
  hasValues = false;
  #header: Header | undefined;
  #isHeaderChosen = false;
  #told: FoundHeaders = { headers: [], found: [] };
  #top: { number: number; cells: readonly (Cell | undefined)[] }[] = [];
  #last = 0;
  #cells = 0;
  #text = 0;
  readonly #texts = new Map<string, string>();
  readonly #shape: TableShape;
  readonly #accepted: readonly (readonly string[])[];

  constructor(shape: TableShape) {
    this.#shape = shape;
    this.#accepted = listNames(shape);
  }

  /**
   * Adds a row of the spreadsheet, the first of which has number 1. Each has a larger number than the one before.
   * @throws UnreadableTableError for another order, and when a limit is passed
   */
  add(number: number, cells: readonly (Cell | undefined)[]): void {
    const values = cells.reduce<number>((count, cell) => (isEmpty(cell) ? count : count + 1), 0);
    if (values === 0) return;
    if (number <= this.#last) throw unreadableWorkbook();
    this.#last = number;
    this.hasValues = true;
    this.#cells += values;
    if (number > LIMITS.rows || this.#cells > LIMITS.cells) throw tooManyCells();
    if (number > HEADER_WITHIN && !this.#isHeaderChosen) this.#chooseHeader();
    if (!this.#isHeaderChosen) this.#top.push({ number, cells });
    else this.#keep(number, cells);
  }

  /** The titles of required columns that the sheet doesn't have, and the headers that it has, once all its rows are added. */
  finish(): FoundHeaders & { missing: readonly string[]; hasHeader: boolean } {
    if (!this.#isHeaderChosen) this.#chooseHeader();
    const missing = this.#shape.columns.filter(
      ({ isRequired }, index) => isRequired && this.#header?.places[index] === undefined,
    );
    return { ...this.#told, missing: missing.map(({ title }) => title), hasHeader: this.#header !== undefined };
  }

  #chooseHeader(): void {
    this.#isHeaderChosen = true;
    for (const { number, cells } of this.#top) {
      const names = cells.map((cell) => (typeof cell === "string" ? simplifyHeader(cell) : ""));
      const places = this.#accepted.map((accepted) =>
        accepted.map((name) => names.indexOf(name)).find((place) => place >= 0),
      );
      const count = places.filter((place) => place !== undefined).length;
      if (count >= HEADER_NAMES && count > (this.#header?.names ?? 0)) {
        this.#header = { row: number, places, names: count };
      }
    }
    const top = this.#top;
    this.#top = [];
    this.#told = this.#tellHeaders(top);
    for (const { number, cells } of top) this.#keep(number, cells);
  }

  /** The headers of the row that was chosen, else of the one that has most texts. */
  #tellHeaders(top: readonly { number: number; cells: readonly (Cell | undefined)[] }[]): FoundHeaders {
    const texts = top.map(
      ({ cells }) => cells.filter((cell) => typeof cell === "string" && simplifyHeader(cell) !== "").length,
    );
    const at = this.#header
      ? top.findIndex(({ number }) => number === this.#header?.row)
      : texts.indexOf(Math.max(...texts));
    const cells = top[at]?.cells ?? [];
    const below = top[at + 1]?.cells ?? [];
    const headers = new Map<string, TableHeader>();
    cells.forEach((cell, place) => {
      if (typeof cell !== "string" || cell.length > HEADER_TEXT || headers.size === HEADERS_TOLD) return;
      const key = simplifyHeader(cell);
      if (key !== "" && !headers.has(key)) headers.set(key, { name: tidy(cell), example: showCell(below[place]) });
    });
    const found = this.#shape.columns.map((_, column) => {
      const cell = cells[this.#header?.places[column] ?? -1];
      return typeof cell === "string" ? tidy(cell) : null;
    });
    return { headers: [...headers.values()], found };
  }

  #keep(number: number, cells: readonly (Cell | undefined)[]): void {
    if (!this.#header || number <= this.#header.row) return;
    const kept = this.#header.places.map((place) => {
      const cell = place === undefined ? undefined : cells[place];
      return isEmpty(cell) ? null : this.#share(restoreFormulaSign(cell ?? null));
    });
    for (const cell of kept) if (typeof cell === "string") this.#text += cell.length;
    if (this.#text > LIMITS.text) throw tooMuchText();
    this.rows.push({ number, cells: kept });
  }

  /** The first text that is equal, so that a long table has the same phone or article in memory once. */
  #share(cell: Cell): Cell {
    if (typeof cell !== "string" || cell.length > SHARED_LENGTH) return cell;
    const known = this.#texts.get(cell);
    if (known === undefined && this.#texts.size < SHARED_TEXTS) this.#texts.set(cell, cell);
    return known ?? cell;
  }
}

/** How many columns of the shape a row names, if it is the header. Too few make none: 0. */
export function countNames(shape: TableShape, cells: readonly string[]): number {
  const names = new Set(cells.map(simplifyHeader));
  const count = listNames(shape).filter((accepted) => accepted.some((name) => names.has(name))).length;
  return count >= HEADER_NAMES ? count : 0;
}

/** The names that are accepted for each column, the first ones first. */
function listNames({ columns }: TableShape): readonly (readonly string[])[] {
  const own = columns.map(({ ownName = "" }) => simplifyHeader(ownName));
  return columns.map(({ title, otherNames }, column) => {
    const usual = [simplifyHeader(title), ...otherNames].filter((name) => !own.includes(name));
    return own[column] ? [own[column], ...usual] : usual;
  });
}

/** A header in one line. */
function tidy(header: string): string {
  return header.replace(/\s+/g, " ").trim();
}

function showCell(cell: Cell | undefined): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell ?? "")
    .trim()
    .slice(0, HEADER_TEXT);
}

function isEmpty(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || cell === "";
}

/** Removes the apostrophe that exports put before a text which begins like a formula. */
function restoreFormulaSign(cell: Cell): Cell {
  return typeof cell === "string" && /^'[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
