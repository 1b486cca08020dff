import { innChecksumHolds, phoneDigits } from "../../../contract/fields";
import { normaliseText } from "../../../contract/normalise-text";
import { INN_LENGTHS, LARGEST_SALE_COUNT } from "../../../contract/values";
import { moscowDate } from "../../platform/moscow-date";
import { spellMailbox } from "../../platform/outbox/mailbox";
import type { Cell } from "../../platform/spreadsheets/cell";
import {
  type DateMark,
  NUMERIC_DATE,
  orderDate,
  RUSSIAN_READING,
  type TableReading,
} from "../../platform/spreadsheets/table-reading";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of the spreadsheets' two calendars, for dates that the file has as plain numbers. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const EARLIEST_DATE = "2000-01-01";
/** Digits of a number in the exponential form that make an INN: programs that shorten it show six. */
const FEWEST_DIGITS = 9;

/** How the values of a table are read that could be read otherwise. */
export interface RowReading extends TableReading {
  /** Whether the workbook's numbers that stand for dates do so from 1904. */
  readonly countsFrom1904: boolean;
  /** The day of an instant where the sale was. */
  dayOf(instant: Date): string;
}

export const PLAIN_READING: RowReading = { ...RUSSIAN_READING, countsFrom1904: false, dayOf: moscowDate };

/**
 * Reads a date of sale from a date cell, a date in the order of its table, ISO, or an instant with its offset, which is a day of
 * the reading's time zone. A time after any other date is ignored.
 * @returns "YYYY-MM-DD", or null
 */
export function readSellDate(cell: Cell, reading: RowReading = PLAIN_READING): string | null {
  if (cell instanceof Date) return checkDate(cell);
  if (typeof cell === "number" || /^\d{5}(\.\d+)?$/.test(String(cell))) {
    const first = reading.countsFrom1904 ? EPOCH_1904 : EPOCH_1900;
    return checkDate(new Date(first + Math.floor(Number(cell)) * DAY_MS));
  }
  const text = String(cell ?? "").trim();
  if (INSTANT.test(text)) return readInstant(text, reading);
  const [, first = "", mark = ".", second = "", last = "", rest = ""] = NUMERIC_DAY.exec(text) ?? [];
  if (first !== "") return AFTER_DAY.test(rest) ? readNumericDay([first, second, last], mark, reading) : null;
  const iso = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?:[\sT].*)?$/.exec(text);
  return iso ? makeDate(Number(iso[1]), Number(iso[3]), Number(iso[4])) : null;
}

/** A day of numbers, and what may stand behind one: a time, the word for a year. */
const NUMERIC_DAY = new RegExp(`${NUMERIC_DATE.source}(.*)$`, "s");
const AFTER_DAY = /^(?:\s*г\.?)?(?:[\sT,]+\d{1,2}:\d{2}.*)?$/s;
/** A date and a time with an offset from UTC. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|[+-]\d{2}:?(?:\d{2})?)$/i;

function readInstant(text: string, { dayOf }: RowReading): string | null {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  // JavaScript would take 31 February for a day of March.
  if (makeDate(year, month, day) === null) return null;
  const instant = new Date(
    text
      .toUpperCase()
      .replace(" ", "T")
      .replace(",", ".")
      .replace(/\s/g, "")
      .replace(/([+-]\d{2}):?(\d{2})?$/, (_, hours: string, minutes = "00") => `${hours}:${minutes}`),
  );
  if (Number.isNaN(instant.getTime())) return null;
  return checkDate(new Date(`${dayOf(instant)}T00:00:00Z`));
}

function readNumericDay(parts: [string, string, string], mark: string, { dateOrders }: RowReading): string | null {
  const order = dateOrders[mark as DateMark];
  const date = order === "each" ? (orderDate(parts, "dmy") ?? orderDate(parts, "mdy")) : orderDate(parts, order);
  return date && makeDate(date.year, date.month, date.day);
}

function makeDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? checkDate(date) : null;
}

function checkDate(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString().slice(0, 10);
  return text >= EARLIEST_DATE && text.length === 10 ? text : null;
}

/**
 * Reads an INN, also in front of a KPP. Restores a leading zero that the spreadsheet dropped, if the check digits are then right.
 * Null for anything else.
 */
export function readInn(cell: Cell): string | null {
  const text = String(cell ?? "").replace(/^(\d{10})\s*\/\s*\d{9}$/, "$1");
  const digits = readExponent(text.replace(/[\s'`]/g, "")).replace(/[.,]0+$/, "");
  if (!/^\d+$/.test(digits)) return null;
  const restored = `0${digits}`;
  if (INN_LENGTHS.some((length) => length === restored.length) && innChecksumHolds(restored)) return restored;
  return INN_LENGTHS.some((length) => length === digits.length) ? digits : null;
}

/** Whether a spreadsheet has put a number of many digits in the exponential form, which has lost some of them. */
export function isShortened(cell: Cell): boolean {
  const text = String(cell ?? "").trim();
  return /^\d(?:[.,]\d+)?e\+\d+$/i.test(text) && readExponent(text) === text;
}

/** Writes out a number in the exponential form, unless the form has lost digits of it: `7,7003E+09` isn't an INN any more. */
export function readExponent(text: string): string {
  const [, mantissa = ""] = /^(\d[.,]\d+)e\+?\d{1,2}$/i.exec(text) ?? [];
  return mantissa.length > FEWEST_DIGITS ? String(Number(text.replace(",", "."))) : text;
}

/**
 * Reads a whole number, also written as "3,0" or "1 000"; below zero for a returned sale. A mark that groups thousands is one only
 * between groups of three digits. Null for anything else, and for 0.
 */
export function readCount(cell: Cell, { thousands }: Pick<RowReading, "thousands"> = PLAIN_READING): number | null {
  const bare = String(cell ?? "")
    .replace(/[\s'’]|шт\.?$/g, "")
    .replace(/^[−–]/, "-");
  const grouped = thousands.find((mark) => new RegExp(`^[+-]?\\d{1,3}(?:\\${mark}\\d{3})+(?!\\d)`).test(bare));
  const text = (grouped ? bare.replaceAll(grouped, "") : bare).replace(",", ".");
  if (!/^[+-]?\d+(\.\d*)?$/.test(text)) return null;
  // A spreadsheet shows 15 digits of a number. What is beyond them is noise of its binary form.
  const count = Number(Number(text).toPrecision(15));
  return Number.isInteger(count) && count !== 0 && Math.abs(count) <= LARGEST_SALE_COUNT ? count : null;
}

/** Reads a manager's phone as 11 digits, or e-mail in lower case. */
export function readContact(cell: Cell): string {
  const text = String(cell ?? "").trim();
  return text.includes("@") ? spellMailbox(text).toLowerCase() : phoneDigits(text);
}

/** Reads an article's code in the form in which codes are compared: upper case, single spaces. */
export function readArticleCode(cell: Cell): string {
  return normaliseText(String(cell ?? ""))
    .trim()
    .replace(/\s+/g, " ")
    .toUpperCase();
}
