import type { TableAnswers } from "../../../contract/columns";

/** What stands between the parts of a date. */
export type DateMark = "." | "/" | "-";
/** In which order; `each`: every date of the table has one meaning only. */
export type DateOrder = "dmy" | "mdy" | "ymd" | "each";

/** How the texts of a whole table are read. */
export interface TableReading {
  readonly dateOrders: Readonly<Record<DateMark, DateOrder>>;
  /** The marks that group thousands. Any other one stands before a fraction. */
  readonly thousands: readonly string[];
}

/** Texts as they are read in Russian. */
export const RUSSIAN_READING: TableReading = {
  dateOrders: { ".": "dmy", "/": "dmy", "-": "dmy" },
  thousands: [],
};

/** A cell that has two meanings, and so has its column. */
export interface OpenQuestion {
  readonly name: Exclude<keyof TableAnswers, "first_row">;
  readonly row: number;
  readonly example: string;
  /** Whether an earlier answer has decided it. */
  readonly isAnswered: boolean;
}

/** A date of numbers: two of one or two digits before a year. */
export const NUMERIC_DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;

/** The day of a date's three numbers in an order; null when there is no such day. Years of two digits are of this century. */
export function orderDate(
  [first, second, last]: readonly [string, string, string],
  order: Exclude<DateOrder, "each">,
): { year: number; month: number; day: number } | null {
  if (order === "ymd" && (first.length !== 2 || last.length > 2)) return null;
  const [year, month, day] =
    order === "ymd" ? [first, second, last] : order === "dmy" ? [last, second, first] : [last, first, second];
  const parts = { year: Number(year) + (year.length === 2 ? 2000 : 0), month: Number(month), day: Number(day) };
  const date = new Date(Date.UTC(parts.year, parts.month - 1, parts.day));
  return date.getUTCMonth() === parts.month - 1 && date.getUTCDate() === parts.day ? parts : null;
}
