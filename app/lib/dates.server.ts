import { isValid, parseISO } from "date-fns";
import { keepUnits } from "./keep-units";

const TIME_ZONE = "Europe/Moscow";
const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

const dayFormat = new Intl.DateTimeFormat("ru-RU", {
  timeZone: TIME_ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "2-digit",
});
const timeFormat = new Intl.DateTimeFormat("ru-RU", { timeZone: TIME_ZONE, hour: "2-digit", minute: "2-digit" });
/** The format of Sweden is that of ISO 8601. */
const isoDayFormat = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE });
const monthFormat = new Intl.DateTimeFormat("ru-RU", { timeZone: "UTC", month: "long", year: "numeric" });

/**
 * Formats an ISO 8601 date as `dd.mm.yy` (§9.1): a calendar date as it is, a timestamp in Moscow time. Other text is
 * returned unchanged, because an upstream may send text.
 */
export function formatDate(wire: string | null | undefined): string {
  if (!wire) return "";
  const calendar = CALENDAR_DATE.exec(wire);
  if (calendar) return `${calendar[3]}.${calendar[2]}.${calendar[1]?.slice(2)}`;
  const moment = parseISO(wire);
  return isValid(moment) ? dayFormat.format(moment) : wire;
}

/** Formats a timestamp as `dd.mm.yy, hh:mm` in Moscow time. */
export function formatMoment(wire: string | null | undefined): string {
  if (!wire) return "";
  const moment = parseISO(wire);
  return isValid(moment) && !CALENDAR_DATE.test(wire)
    ? `${dayFormat.format(moment)}, ${timeFormat.format(moment)}`
    : formatDate(wire);
}

/** Formats a month `2026-03` as «март 2026 г.». */
export function formatMonth(wire: string): string {
  const month = parseISO(`${wire}-01T00:00:00Z`);
  return isValid(month) ? keepUnits(monthFormat.format(month)) : wire;
}

/** The day of a moment in Moscow, as `2026-03-01`. */
export function moscowDay(moment: Date): string {
  return isoDayFormat.format(moment);
}
