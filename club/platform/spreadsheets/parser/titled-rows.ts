import { normaliseText } from "../../../../contract/normalise-text";
import type { Cell } from "../cell";
import { simplifyHeader } from "../simplify-header";
import type { FoundHeaders, LeftOutRows, ShapedRow, TableHeader, TableNote, TableShape } from "../table-shape";
import { ColumnEvidence } from "./column-evidence";
import { LIMITS, tooManyCells, tooMuchText } from "./limits";
import { looksLikeData } from "./look-like-data";
import { findPlacedName, letterOf, placeName } from "./place-names";
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
/** Tables of other columns in one sheet that are told. */
const MOVES_TOLD = 20;
/** The first words of a row that adds up those above it. */
const TOTALS = /^(?:под)?(?:итог|итого|всего)(?![\p{L}\d])/iu;
const TOTALS_BEGIN = "ИиВвПп \u00a0";

const LEFT_OUT = {
  above: "Над таблицей.",
  titles: "Названия столбцов.",
  totals: "Итог, а не продажа.",
} as const;

type Cells = readonly (Cell | undefined)[];

interface AddedRow {
  readonly number: number;
  readonly cells: Cells;
  readonly problem?: string | undefined;
}

interface Header {
  /** The number of its row in the spreadsheet; of the first row of data, less one, in a table without titles. */
  readonly row: number;
  /** The place of each column of the shape in the sheet's rows; undefined for one that isn't there. */
  readonly places: readonly (number | undefined)[];
  readonly names: number;
}

/**
 * Collects the rows of one sheet below its header, which is matched loosely (order, capitals, spaces, ё and е, usual other
 * names). Takes the rows one after the other and keeps the cells of known columns only. Every row with a value is either kept
 * or left out.
 */
export class TitledRows {
  /** Rows with a value below the header. */
  readonly rows: ShapedRow[] = [];
  readonly leftOut: LeftOutRows[] = [];
  /** Whether rows above the titles look like rows of the table. */
  hasRowsAbove = false;
  /** Rows that have a value. */
  lines = 0;
  #header: Header | undefined;
  /** Where the columns stand in the rows that come, by the last titles above them. */
  #places: Header["places"] = [];
  #isHeaderChosen = false;
  #told: FoundHeaders = { headers: [], found: [], isHeadless: false };
  #top: AddedRow[] = [];
  #last = 0;
  #cells = 0;
  #text = 0;
  #hidden = { count: 0, first: 0 };
  readonly #moved: TableNote[] = [];
  readonly #texts = new Map<string, string>();
  readonly #shape: TableShape;
  readonly #accepted: readonly (readonly string[])[];
  readonly #evidence: ColumnEvidence;

  constructor(shape: TableShape) {
    this.#shape = shape;
    this.#accepted = listNames(shape);
    this.#evidence = new ColumnEvidence(shape.year);
  }

  /**
   * Adds a row of the spreadsheet, the first of which has number 1. Each has a larger number than the one before.
   * @throws UnreadableTableError for another order, and when a limit is passed
   */
  add(number: number, cells: Cells, { problem, isHidden }: { problem?: string; isHidden?: boolean } = {}): void {
    let values = 0;
    for (const cell of cells) if (!isEmpty(cell)) values += 1;
    if (values === 0) return;
    if (number <= this.#last) throw unreadableWorkbook();
    this.#last = number;
    this.lines += 1;
    this.#cells += values;
    if (isHidden) this.#hidden = { count: this.#hidden.count + 1, first: this.#hidden.first || number };
    if (number > LIMITS.rows || this.#cells > LIMITS.cells) throw tooManyCells();
    if (number > HEADER_WITHIN && !this.#isHeaderChosen) this.#chooseHeader();
    const row: AddedRow = { number, cells, problem };
    if (!this.#isHeaderChosen) this.#top.push(row);
    else this.#keep(row);
  }

  /** The titles of required columns that the sheet doesn't have, and the headers that it has, once all its rows are added. */
  finish(): FoundHeaders & { missing: readonly string[]; hasHeader: boolean } {
    if (!this.#isHeaderChosen) this.#chooseHeader();
    const missing = this.#shape.columns.filter(
      ({ isRequired }, index) => isRequired && this.#header?.places[index] === undefined,
    );
    return { ...this.#told, missing: missing.map(({ title }) => title), hasHeader: this.#header !== undefined };
  }

  /** How the kept texts are read. */
  settle(): ReturnType<ColumnEvidence["settle"]> {
    return this.#evidence.settle(this.#shape.answers ?? {});
  }

  /** What has to be told of the kept rows. */
  get notes(): TableNote[] {
    const { count, first } = this.#hidden;
    if (count === 0) return this.#moved;
    return [
      ...this.#moved,
      {
        place: "Скрытые строки",
        message: `Строк, которые в таблице скрыты или отфильтрованы: ${count}, первая — № ${first}. Они прочитаны как остальные.`,
      },
    ];
  }

  #chooseHeader(): void {
    this.#isHeaderChosen = true;
    for (const { number, cells } of this.#top) {
      const places = findPlaces(this.#accepted, cells);
      const count = places.filter((place) => place !== undefined).length;
      if (count >= HEADER_NAMES && count > (this.#header?.names ?? 0) && !looksLikeData(cells)) {
        this.#header = { row: number, places, names: count };
      }
    }
    const top = this.#top;
    this.#top = [];
    this.#told = this.#header ? this.#tellHeader(top, this.#header) : this.#tellFirstRow(top);
    this.#places = this.#header?.places ?? [];
    for (const row of top) this.#keep(row);
  }

  #tellHeader(top: readonly AddedRow[], { row, places }: Header): FoundHeaders {
    const at = top.findIndex(({ number }) => number === row);
    const cells = top[at]?.cells ?? [];
    const found = this.#shape.columns.map((_, column) => {
      const cell = cells[places[column] ?? -1];
      return typeof cell === "string" ? tidy(cell) : null;
    });
    return { headers: listHeaders(cells, top[at + 1]?.cells ?? []), found, isHeadless: false };
  }

  /**
   * The row that has most texts, as the one that may have the titles; the first one that is data, in a table without titles,
   * whose columns are then named by their places.
   */
  #tellFirstRow(top: readonly AddedRow[]): FoundHeaders {
    const texts = top.map(
      ({ cells }) => cells.filter((cell) => typeof cell === "string" && simplifyHeader(cell) !== "").length,
    );
    const titled = top[texts.indexOf(Math.max(...texts))];
    const data = top.find(({ cells }) => looksLikeData(cells));
    const { columns, answers } = this.#shape;
    const isHeadless = data !== undefined && (titled === undefined || looksLikeData(titled.cells));
    const first = isHeadless ? data : titled;
    const places = columns.map(({ ownName }) => findPlacedName(ownName));
    if (first && columns.every(({ isRequired }, index) => !isRequired || places[index] !== undefined)) {
      const row = answers?.first_row === "titles" ? first.number : first.number - 1;
      this.#header = { row, places, names: 0 };
    }
    const found = places.map((place) => (place === undefined ? null : placeName(place)));
    const below = top[first ? top.indexOf(first) + 1 : 0]?.cells ?? [];
    const named = isHeadless || this.#header !== undefined;
    return {
      headers: named ? listPlaces(first?.cells ?? []) : listHeaders(first?.cells ?? [], below),
      found,
      isHeadless,
    };
  }

  #keep({ number, cells, problem }: AddedRow): void {
    const header = this.#header;
    if (!header) return;
    if (number <= header.row) {
      if (number < header.row && this.#isComplete(header.places, cells)) this.hasRowsAbove = true;
      this.#leaveOut(number, number === header.row ? "titles" : "above");
      return;
    }
    if (problem === undefined && this.#areTitles(cells)) {
      this.#follow(number, cells);
      this.#leaveOut(number, "titles");
      return;
    }
    const kept = this.#places.map((place) => {
      const cell = place === undefined ? undefined : cells[place];
      return isEmpty(cell) ? null : this.#share(cell ?? null);
    });
    if (problem === undefined && this.#isTotal(cells, kept)) {
      this.#leaveOut(number, "totals");
      return;
    }
    const { columns } = this.#shape;
    for (const [column, cell] of kept.entries()) {
      if (typeof cell !== "string") continue;
      this.#text += cell.length;
      const kind = columns[column]?.kind;
      if (kind && problem === undefined) this.#evidence.add(kind, number, cell);
    }
    if (this.#text > LIMITS.text) throw tooMuchText();
    this.rows.push(problem === undefined ? { number, cells: kept } : { number, cells: kept, problem });
  }

  /** Whether all required columns have a value, as a row of the table has. */
  #isComplete(places: readonly (number | undefined)[], cells: Cells): boolean {
    return this.#shape.columns.every(({ isRequired }, column) => {
      const place = places[column];
      return !isRequired || (place !== undefined && !isEmpty(cells[place]));
    });
  }

  /** Whether the row has titles of all required columns, as repeated headers of pages and of tables put together do. */
  #areTitles(cells: Cells): boolean {
    const required = this.#shape.columns.filter(({ isRequired }) => isRequired).length;
    if (cells.filter(mayBeTitle).length < required || looksLikeData(cells)) return false;
    const places = findPlaces(this.#accepted, cells);
    return this.#shape.columns.every(({ isRequired }, column) => !isRequired || places[column] !== undefined);
  }

  /** Reads the rows below by these titles, and tells it if the columns stand in other places than above. */
  #follow(number: number, cells: Cells): void {
    const places = findPlaces(this.#accepted, cells);
    if (places.every((place, column) => place === this.#places[column])) return;
    this.#places = places;
    if (this.#moved.length === MOVES_TOLD) return;
    this.#moved.push({
      place: `Строка № ${number}`,
      message: "Ниже неё столбцы стоят иначе, чем выше. Они прочитаны по названиям в этой строке.",
    });
  }

  /** Whether the row has such a word and isn't whole as a row of the table. */
  #isTotal(cells: Cells, kept: readonly Cell[]): boolean {
    const first = cells.find((cell) => !isEmpty(cell));
    if (!isNamed(first) && !kept.some(isNamed)) return false;
    return this.#shape.columns.some(({ isRequired }, column) => {
      const cell = kept[column] ?? null;
      return isRequired && (cell === null || isNamed(cell));
    });
  }

  #leaveOut(number: number, why: keyof typeof LEFT_OUT): void {
    const message = LEFT_OUT[why];
    const last = this.leftOut.at(-1);
    if (last && last.message === message && last.last_row === number - 1) {
      this.leftOut[this.leftOut.length - 1] = { ...last, last_row: number, count: last.count + 1 };
    } else this.leftOut.push({ first_row: number, last_row: number, message, count: 1 });
  }

  /**
   * The cell in its plain form. Of equal texts it is the first one, so that a long table has the same phone or article in memory
   * once.
   */
  #share(cell: Cell): Cell {
    if (typeof cell !== "string") return cell;
    const known = this.#texts.get(cell);
    if (known !== undefined) return known;
    const plain = normaliseText(restoreFormulaSign(cell)).trim() || null;
    if (plain !== null && cell.length <= SHARED_LENGTH && this.#texts.size < SHARED_TEXTS) this.#texts.set(cell, plain);
    return plain;
  }
}

/** Whether a cell is a text that doesn't begin with a digit. Few rows of a long table have as many as a header. */
function mayBeTitle(cell: Cell | undefined): boolean {
  return typeof cell === "string" && cell !== "" && !(cell.charAt(0) >= "0" && cell.charAt(0) <= "9");
}

/** Where a row has the title of each column; undefined where it has none. */
function findPlaces(accepted: readonly (readonly string[])[], cells: Cells): (number | undefined)[] {
  const names = cells.map((cell) => (typeof cell === "string" ? simplifyHeader(cell) : ""));
  return accepted.map((some) => some.map((name) => names.indexOf(name)).find((place) => place >= 0));
}

/** Whether a cell begins with a word of totals. Its first letter tells nearly always that it doesn't. */
function isNamed(cell: Cell | undefined): boolean {
  if (typeof cell !== "string" || !TOTALS_BEGIN.includes(cell.charAt(0))) return false;
  return TOTALS.test(cell.trim());
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

function listHeaders(cells: Cells, below: Cells): TableHeader[] {
  const headers = new Map<string, TableHeader>();
  cells.forEach((cell, place) => {
    if (typeof cell !== "string" || cell.length > HEADER_TEXT || headers.size === HEADERS_TOLD) return;
    const key = simplifyHeader(cell);
    if (key === "" || headers.has(key)) return;
    headers.set(key, { name: tidy(cell), example: showCell(below[place]), place: letterOf(place) });
  });
  return [...headers.values()];
}

/** The columns of a table without titles, with the values of its first row. */
function listPlaces(cells: Cells): TableHeader[] {
  return cells.slice(0, HEADERS_TOLD).flatMap((cell, place) => {
    if (isEmpty(cell)) return [];
    return [{ name: placeName(place), example: showCell(cell), place: letterOf(place) }];
  });
}

/** A header in one line. */
function tidy(header: string): string {
  return normaliseText(header).replace(/\s+/g, " ").trim();
}

function showCell(cell: Cell | undefined): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return normaliseText(String(cell ?? "").slice(0, HEADER_TEXT)).trim();
}

function isEmpty(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || cell === "";
}

/** Removes the apostrophe that exports put before a text which begins like a formula. */
function restoreFormulaSign(cell: string): string {
  return /^'[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
