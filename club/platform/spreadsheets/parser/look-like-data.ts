import type { Cell } from "../cell";
import { NUMERIC_DATE } from "../table-reading";

/** Digits that a title doesn't have one after the other: an INN, a phone, a day. */
const MANY_DIGITS = /^[\s+\d().,/:-]*$/;

/** Whether a cell is a value and no title: a day, a number, a phone, an e-mail address. */
function isValue(cell: Cell | undefined): boolean {
  if (cell === undefined || cell === null || cell === "") return false;
  if (typeof cell !== "string") return true;
  const text = cell.trim();
  return (
    (/\d/.test(text) && MANY_DIGITS.test(text)) || NUMERIC_DATE.test(text) || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)
  );
}

/** Whether a row is data and no titles: two of its cells are values. */
export function looksLikeData(cells: readonly (Cell | undefined)[]): boolean {
  return cells.filter(isValue).length >= 2;
}
