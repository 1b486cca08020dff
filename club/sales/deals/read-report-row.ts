import { innChecksumHolds, phoneDigits } from "../../../contract/fields";
import { INN_LENGTHS, LARGEST_SALE_COUNT } from "../../../contract/values";
import type { Cell } from "../../platform/spreadsheets/cell";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of the spreadsheets' two calendars, for dates that the file has as plain numbers. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const EARLIEST_DATE = "2000-01-01";

/**
 * Reads a date of sale from a date cell, dd.mm.yyyy, dd.mm.yy or ISO, and ignores a time after it.
 *
 * @param countsFrom1904 whether the workbook's numbers that stand for dates do
 * @returns "YYYY-MM-DD", or null
 */
export function readSellDate(cell: Cell, countsFrom1904 = false): string | null {
  if (cell instanceof Date) return checkDate(cell);
  if (typeof cell === "number" || /^\d{5}(\.\d+)?$/.test(String(cell))) {
    return checkDate(new Date((countsFrom1904 ? EPOCH_1904 : EPOCH_1900) + Math.floor(Number(cell)) * DAY_MS));
  }
  const text = String(cell ?? "").trim();
  const russian = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:\s*г\.?)?(?:[\sT,]+\d{1,2}:\d{2}.*)?$/.exec(text);
  if (russian) return makeDate(readYear(russian[3] ?? ""), Number(russian[2]), Number(russian[1]));
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[\sT].*)?$/.exec(text);
  if (iso) return makeDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  return null;
}

/** A year of two digits is of this century. One of four is what it says, also `0019`. */
function readYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
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

/** Reads an INN. Restores a leading zero that the spreadsheet dropped, if the check digits are then right. Null for anything else. */
export function readInn(cell: Cell): string | null {
  const digits = String(cell ?? "").replace(/[\s'`]/g, "");
  if (!/^\d+$/.test(digits)) return null;
  const restored = `0${digits}`;
  if (INN_LENGTHS.some((length) => length === restored.length) && innChecksumHolds(restored)) return restored;
  return INN_LENGTHS.some((length) => length === digits.length) ? digits : null;
}

/** Reads a whole number, also written as "3,0" or "1 000"; below zero for a returned sale. Null for anything else, and for 0. */
export function readCount(cell: Cell): number | null {
  const text = String(cell ?? "")
    .replace(/\s|шт\.?$/g, "")
    .replace(",", ".")
    .replace(/^[−–]/, "-");
  if (!/^[+-]?\d+(\.0*)?$/.test(text)) return null;
  const count = Number(text);
  return count !== 0 && Math.abs(count) <= LARGEST_SALE_COUNT ? count : null;
}

/** Reads a manager's phone as 11 digits, or e-mail in lower case. */
export function readContact(cell: Cell): string {
  const text = String(cell ?? "").trim();
  return text.includes("@") ? text.toLowerCase() : phoneDigits(text);
}

/** Reads an article's code in the form in which codes are compared: upper case, single spaces. */
export function readArticleCode(cell: Cell): string {
  return String(cell ?? "")
    .trim()
    .replace(/\s+/g, " ")
    .toUpperCase();
}
