import { toRussianDate } from "../../../contract/russian-date";

// An ordinary one: an operator searches for what is shown, also in a terminal.
const SPACE = " ";
const numbers = new Intl.NumberFormat("ru-RU", { useGrouping: true });
const plural = new Intl.PluralRules("ru-RU");
const moments = new Intl.DateTimeFormat("ru-RU", {
  timeZone: "Europe/Moscow",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** A whole number with its thousands apart: `12 450`. */
export function formatNumber(number: number): string {
  return numbers.format(number).replace(/\s/g, SPACE);
}

/** A number with the form of a noun that it needs: `1 балл`, `2 балла`, `12 450 баллов`. */
export function formatCount(count: number, one: string, few: string, many: string): string {
  const rule = plural.select(Math.abs(count));
  const form = rule === "one" ? one : rule === "few" ? few : many;
  return formatNumber(count) + SPACE + form;
}

export function formatPoints(points: number): string {
  return formatCount(points, "балл", "балла", "баллов");
}

/** A day that is "YYYY-MM-DD" by itself: `31.03.2026`. A missing one is a dash. */
export function formatDay(day: string | null): string {
  return day ? toRussianDate(day) : "—";
}

/** A moment in Moscow: `31.03.2026, 14:05`. A missing one is a dash. */
export function formatMoment(at: Date | null): string {
  return at ? moments.format(at) : "—";
}
