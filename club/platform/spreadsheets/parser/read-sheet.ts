import type { Cell } from "../cell";
import { LIMITS, tooManyCells } from "./limits";
import type { Archive } from "./open-archive";
import { readXml } from "./read-xml";
import { TextCollector } from "./text-collector";

/** What the cells of a workbook share. */
export interface WorkbookContext {
  readonly strings: readonly string[];
  /** By the index of a cell's style, whether it shows a date. */
  readonly dateStyles: readonly boolean[];
  readonly countsFrom1904: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** 31 December 9999, the last day of spreadsheets. */
const LAST_DAY = 2_958_465;

/**
 * Reads the rows of a worksheet that have cells, in the order of the file, which need not name the places of its cells.
 *
 * @param addRow gets the row's number in the spreadsheet, its cells by their column, from 0, and whether the row is hidden
 * @param isDone when true, the rest isn't read
 * @throws UnreadableTableError when the sheet is broken or a value stands beyond the limits
 */
export async function readSheet(
  archive: Archive,
  part: string,
  context: WorkbookContext,
  addRow: (number: number, cells: (Cell | undefined)[], options: { isHidden: boolean }) => void,
  isDone: () => boolean = () => false,
): Promise<void> {
  let row = 0;
  let column = -1;
  let cells: (Cell | undefined)[] = [];
  let isHidden = false;
  let type = "n";
  let style = 0;
  const text = new TextCollector();
  await readXml(archive.read(part), {
    open(name, attributes) {
      if (name === "row") {
        row = readNumber(attributes.r) ?? row + 1;
        column = -1;
        cells = [];
        isHidden = attributes.hidden === "1" || attributes.hidden === "true";
      } else if (name === "c") {
        const place = readPlace(attributes.r);
        column = place?.column ?? column + 1;
        row = place?.row ?? row;
        type = attributes.t ?? "n";
        style = Number(attributes.s ?? 0);
        text.start();
      } else text.open(name);
    },
    text: (value) => text.add(value),
    close(name) {
      text.close(name);
      if (name === "row") addRow(row, cells, { isHidden });
      if (name !== "c") return;
      const value = readValue(
        type,
        text.take(type === "inlineStr" ? "t" : "v"),
        context.dateStyles[style] === true,
        context,
      );
      if (value === null) return;
      if (column >= LIMITS.columns || row > LIMITS.rows) throw tooManyCells();
      cells[column] = value;
    },
    isDone,
  });
}

/** Reads the place of a cell, such as `AB12`. */
function readPlace(place: string | undefined): { column: number; row: number } | undefined {
  const [, letters = "", digits = ""] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(place?.trim() ?? "") ?? [];
  if (letters === "") return undefined;
  let column = -1;
  // The low five bits of a letter, whether capital or small, are its number in the alphabet.
  for (let at = 0; at < letters.length; at++) column = (column + 1) * 26 + (letters.charCodeAt(at) & 31) - 1;
  return { column, row: Number(digits) };
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** @param isDate whether the cell's style shows a number as a date */
function readValue(type: string, text: string, isDate: boolean, context: WorkbookContext): Cell {
  if (text === "") return null;
  if (type === "s") return context.strings[Number(text)] || null;
  if (type === "b") return text === "1" || text === "true";
  if (type === "d") {
    // An instant is a day of some time zone, which isn't decided here.
    if (/[Zz]$/.test(text) || (text.includes("T") && /[+-]\d\d:?\d\d$/.test(text))) return text;
    const date = new Date(text.includes("T") ? `${text}Z` : text);
    // JavaScript would take 31 February for a day of March.
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 10)) ? date : text;
  }
  if (type !== "n") return text;
  const number = Number(text);
  if (Number.isNaN(number)) return text;
  if (isDate && number >= 0 && number <= LAST_DAY) return readDay(number, context.countsFrom1904);
  // A number is what the spreadsheet shows of it: 15 digits. What a sum has beyond them is noise of its binary form.
  return Number.isInteger(number) ? number : Number(number.toPrecision(15));
}

/** The moment of a day's number, as UTC. Counted from 1900, numbers up to 60 are a day off: there was no 29 February 1900. */
function readDay(number: number, countsFrom1904: boolean): Date {
  const first = countsFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, number < 60 ? 31 : 30);
  return new Date(first + Math.round(number * DAY_MS));
}
