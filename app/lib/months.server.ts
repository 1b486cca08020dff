import { isValid, parseISO } from "date-fns";
import { LRUCache } from "lru-cache";
import { formatMonth } from "./dates.server";
import type { MonthSum } from "./month-sum";

const MONTHS_SHOWN = 12;

const monthOf = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Moscow", year: "numeric", month: "2-digit" });
const shortMonth = new Intl.DateTimeFormat("ru-RU", { timeZone: "UTC", month: "short" });

/**
 * Totals of the last twelve months at most, oldest first, months without rows included.
 * @param rows newest first, `date` in ISO 8601
 * @param isComplete false when `rows` are only the newest ones; the oldest month is then incomplete and left out
 */
export function sumByMonth(rows: readonly { date: string; value: number }[], isComplete: boolean): MonthSum[] {
  const sums = new Map<string, number>();
  for (const { date, value } of rows) {
    const month = readMonth(date);
    if (month) sums.set(month, (sums.get(month) ?? 0) + value);
  }
  const known = [...sums.keys()].sort();
  if (!isComplete) known.shift();
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return [];
  return listMonths(first, last).map((month) => ({ ...monthNames.memo(month), value: sums.get(month) ?? 0 }));
}

/** Formatting twelve months took a thirtieth of a page's processor time. */
const monthNames = new LRUCache<string, Omit<MonthSum, "value">>({ max: 200, memoMethod: nameMonth });

function nameMonth(month: string): Omit<MonthSum, "value"> {
  const label = shortMonth.format(parseISO(`${month}-01T00:00:00Z`));
  return { label: label.replace(".", "").slice(0, 3), name: formatMonth(month) };
}

/** The same for a chart: one month alone makes none. */
export function chartByMonth(rows: readonly { date: string; value: number }[], isComplete: boolean): MonthSum[] {
  const months = sumByMonth(rows, isComplete);
  return months.length > 1 ? months : [];
}

/** Returns `2026-03` for a month, a day, or a timestamp, which counts in Moscow time; undefined for any other text. */
export function readMonth(date: string): string | undefined {
  const month = /^\d{4}-\d{2}(-\d{2})?$/.test(date) ? date.slice(0, 7) : readMoment(date);
  return month !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined;
}

function readMoment(date: string): string | undefined {
  const moment = parseISO(date);
  return isValid(moment) ? monthOf.format(moment) : undefined;
}

/** The months from `first` to `last`; only the last twelve of them. */
function listMonths(first: string, last: string): string[] {
  const months: string[] = [];
  for (let name = last; name >= first && months.length < MONTHS_SHOWN; name = shiftMonth(name, -1)) {
    months.unshift(name);
  }
  return months;
}

/** The month so many months later, or earlier, both as `2026-03`. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, "YYYY-MM".length);
}

/** The month that it is now in Moscow, as `2026-03`. */
export function currentMonth(): string {
  return monthOf.format(new Date());
}
