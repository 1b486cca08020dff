import { normaliseText } from "../../../../contract/normalise-text";
import type { Cell } from "../cell";
import { simplifyHeader } from "../simplify-header";
import type {
  FoundHeaders,
  LeftOutRows,
  MissingColumn,
  ShapedRow,
  TableHeader,
  TableNote,
  TableShape,
} from "../table-shape";
import { ColumnEvidence } from "./column-evidence";
import { type AcceptedNames, findPlaces, listAccepted, listHeaders } from "./header-names";
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
/** The most texts of which it is remembered whether they are titles. */
const TITLES_KEPT = 1_000;
/** The first words of a row that adds up those above it. */
const TOTALS = /^(?:(?:и|под[ыи])того?|всего)(?![\p{L}\d])/iu;
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
  /** The place of each column of the shape in the sheet's rows; undefined for one that isn't there, or not surely. */
  readonly places: readonly (number | undefined)[];
  /** The places of all headers that fit each column. */
  readonly fitting: readonly (readonly number[])[];
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
  /** The number of the last titles above them, if these don't tell where the columns stand. */
  #unclear: number | undefined;
  #isHeaderChosen = false;
  #told: FoundHeaders = { headers: [], found: [], isHeadless: false };
  #top: AddedRow[] = [];
  /** The headers by their places. */
  #names: readonly (string | undefined)[] = [];
  #last = 0;
  #cells = 0;
  #text = 0;
  #hidden = { count: 0, first: 0 };
  readonly #moved: TableNote[] = [];
  readonly #texts = new Map<string, string>();
  /** Whether texts name a column. */
  readonly #titles = new Map<string, boolean>();
  readonly #shape: TableShape;
  readonly #accepted: readonly AcceptedNames[];
  readonly #evidence: ColumnEvidence;

  constructor(shape: TableShape) {
    this.#shape = shape;
    this.#accepted = listAccepted(shape);
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

  /** The required columns that the sheet doesn't have, or not surely, and its headers, once all its rows are added. */
  finish(): FoundHeaders & { missing: readonly MissingColumn[]; hasHeader: boolean } {
    if (!this.#isHeaderChosen) this.#chooseHeader();
    const missing = this.#shape.columns.flatMap(({ title, isRequired }, column): MissingColumn[] => {
      if (!isRequired || this.#header?.places[column] !== undefined) return [];
      const fitting = [...(this.#header?.fitting[column] ?? [])].sort((one, other) => one - other);
      return [{ title, fitting: fitting.map((place) => this.#names[place] ?? "") }];
    });
    return { ...this.#told, missing, hasHeader: this.#header !== undefined };
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
      const headers = listHeaders(cells);
      const fitting = findPlaces(this.#accepted, headers);
      const count = fitting.filter((places) => places.length > 0).length;
      if (count >= HEADER_NAMES && count > (this.#header?.names ?? 0) && !looksLikeData(cells)) {
        this.#header = { row: number, places: this.#choosePlaces(fitting, headers), fitting, names: count };
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
    this.#names = listHeaders(cells).map((header) => header?.name);
    const found = places.map((place) => this.#names[place ?? -1] ?? null);
    return { headers: tellHeaders(cells, top[at + 1]?.cells ?? []), found, isHeadless: false };
  }

  /**
   * The place of each column by the first name that fits. Of numbers with several headers only those who uploaded the table know
   * which are meant, and of days where both headers are the same; other texts are compared with what is known, so that wrong ones
   * are refused.
   */
  #choosePlaces(
    fitting: readonly (readonly number[])[],
    headers: ReturnType<typeof listHeaders>,
  ): (number | undefined)[] {
    return fitting.map((places, column) => {
      const [first = -1, second = -1] = places;
      const { isRequired, kind } = this.#shape.columns[column] ?? {};
      const isUnclear = kind === "count" || (kind === "day" && headers[first]?.text === headers[second]?.text);
      return second >= 0 && isRequired && isUnclear ? undefined : places[0];
    });
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
      this.#header = { row, places, fitting: [], names: 0 };
    }
    const found = places.map((place) => (place === undefined ? null : placeName(place)));
    const below = top[first ? top.indexOf(first) + 1 : 0]?.cells ?? [];
    const named = isHeadless || this.#header !== undefined;
    return {
      headers: named ? listPlaces(first?.cells ?? []) : tellHeaders(first?.cells ?? [], below),
      found,
      isHeadless,
    };
  }

  #keep({ number, cells, problem: problemOfRow }: AddedRow): void {
    const header = this.#header;
    if (!header) return;
    if (number <= header.row) {
      if (number < header.row && this.#isComplete(header.places, cells)) this.hasRowsAbove = true;
      this.#leaveOut(number, number === header.row ? "titles" : "above");
      return;
    }
    if (problemOfRow === undefined && this.#areTitles(cells)) {
      this.#readBelowBy(number, cells);
      this.#leaveOut(number, "titles");
      return;
    }
    const kept = this.#places.map((place) => {
      const cell = place === undefined ? undefined : cells[place];
      return isEmpty(cell) ? null : this.#share(cell ?? null);
    });
    if (problemOfRow === undefined && this.#isTotal(cells, kept)) {
      this.#leaveOut(number, "totals");
      return;
    }
    const problem = problemOfRow ?? (this.#unclear === undefined ? undefined : tellUnclear(this.#unclear));
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
    const { columns } = this.#shape;
    const fewest = Math.max(HEADER_NAMES, columns.filter(({ isRequired }) => isRequired).length);
    if (cells.filter((cell) => this.#isTitle(cell)).length < fewest || looksLikeData(cells)) return false;
    const fitting = findPlaces(this.#accepted, listHeaders(cells)).map((places) => places.length > 0);
    return (
      fitting.filter(Boolean).length >= fewest &&
      columns.every(({ isRequired }, column) => !isRequired || fitting[column])
    );
  }

  /** Whether a cell names a column. Most cells of a table repeat one of a few texts, so the answers are remembered. */
  #isTitle(cell: Cell | undefined): boolean {
    if (typeof cell !== "string" || !mayBeTitle(cell)) return false;
    const known = this.#titles.get(cell);
    if (known !== undefined) return known;
    const isTitle = this.#accepted.some(({ all }) => all.includes(simplifyHeader(cell)));
    if (this.#titles.size < TITLES_KEPT) this.#titles.set(cell, isTitle);
    return isTitle;
  }

  /** Reads the rows below by these titles, and tells it if the columns stand in other places than above. */
  #readBelowBy(number: number, cells: Cells): void {
    const headers = listHeaders(cells);
    const places = this.#choosePlaces(findPlaces(this.#accepted, headers), headers);
    const isClear = this.#shape.columns.every(({ isRequired }, column) => !isRequired || places[column] !== undefined);
    this.#unclear = isClear ? undefined : number;
    const isAsAbove = places.every((place, column) => place === this.#places[column]);
    this.#places = places;
    if (!isClear || isAsAbove || this.#moved.length === MOVES_TOLD) return;
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

/** Whether a text may be a title: a short one that doesn't begin with a digit. */
function mayBeTitle(text: string): boolean {
  return text !== "" && text.length <= 100 && !(text.charAt(0) >= "0" && text.charAt(0) <= "9");
}

function tellUnclear(titles: number): string {
  return `В строке № ${titles} один столбец назван дважды. Загрузите таблицу под ней отдельным файлом.`;
}

/** Whether a cell begins with a word of totals. Its first letter tells nearly always that it doesn't. */
function isNamed(cell: Cell | undefined): boolean {
  if (typeof cell !== "string" || !TOTALS_BEGIN.includes(cell.charAt(0))) return false;
  return TOTALS.test(cell.trim());
}

/** How many columns of the shape a row names, if it is the header. Too few make none: 0. */
export function countNames(shape: TableShape, cells: readonly string[]): number {
  const names = new Set(cells.map(simplifyHeader));
  const count = listAccepted(shape).filter(({ all }) => all.some((name) => names.has(name))).length;
  return count >= HEADER_NAMES ? count : 0;
}

function tellHeaders(cells: Cells, below: Cells): TableHeader[] {
  const told = listHeaders(cells).flatMap((header, place): TableHeader[] => {
    if (!header || header.name.length > HEADER_TEXT) return [];
    return [{ name: header.name, example: showCell(below[place]), place: letterOf(place) }];
  });
  return told.slice(0, HEADERS_TOLD);
}

/** The columns of a table without titles, with the values of its first row. */
function listPlaces(cells: Cells): TableHeader[] {
  return cells.slice(0, HEADERS_TOLD).flatMap((cell, place) => {
    if (isEmpty(cell)) return [];
    return [{ name: placeName(place), example: showCell(cell), place: letterOf(place) }];
  });
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
