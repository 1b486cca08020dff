/*
 * Dates as upstreams write them. The specification shows none, so each is read as what its writer usually means: a time
 * without a zone is that of Moscow, and a moment at midnight of its own zone is a day.
 */

/** Shown in place of a date that came and can't be read, so that nobody takes it for a missing one. */
export const UNREADABLE_DATE = "—";

type Fields = Readonly<Record<string, unknown>>;

/** Objects of dates within each other that are read. */
const NESTED_DATES = 3;

/**
 * A day or a moment in ISO 8601, or another text as it came; empty where there is none.
 * @param value a text, Unix time, or an object with a date in it, as PHP, MongoDB and others write them
 * @returns undefined for what can't be read
 */
export function readDate(value: unknown, nested = NESTED_DATES): string | undefined {
  if (value === null || value === undefined || typeof value === "boolean") return "";
  if (Array.isArray(value)) return value.length === 0 ? "" : readParts(value);
  if (typeof value === "object") return nested === 0 ? undefined : readObject(value as Fields, nested);
  return readText(String(value).toWellFormed().trim());
}

const ISO_DAY = /^\d{4}-\d\d-\d\d$/;
/** MySQL has a day of zeros for none, which PHP takes for the one before the year 0. */
const NO_DATE = /^0$|^0000-00-00|^-0001-11-30/;

function readText(text: string): string {
  if (NO_DATE.test(text)) return "";
  if (ISO_DAY.test(text)) return text;
  return (
    readIsoMoment(text) ??
    readRussianDate(text) ??
    readYearFirst(text) ??
    readUnixTime(text) ??
    readMailDate(text) ??
    text
  );
}

const TIME = "\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?";
const ISO_MOMENT = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)[T ](${TIME}) ?(Z|UTC|GMT|[+-]\\d\\d(?::?\\d\\d)?)?$`);
const MOSCOW = "+03:00";

/** Also as databases write it: with a space before the time, and perhaps without a zone. */
function readIsoMoment(text: string): string | undefined {
  const [, day, time, zone = MOSCOW] = ISO_MOMENT.exec(text) ?? [];
  return day && time && `${day}T${time.replace(",", ".")}${/^[UG]/.test(zone) ? "Z" : zone}`;
}

function readRussianDate(text: string): string | undefined {
  const [date, day, , month, year = "", time] =
    /^(\d\d?)([.-])(\d\d?)\2(\d{4}|(?<=\.)\d\d)(?:,? (\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  return date && joinDay(year.padStart(4, "20"), month, day) + (time ? `T${time}${MOSCOW}` : "");
}

const joinDay = (year = "", month = "", day = "") => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;

/** The year first, with other signs than ISO 8601 has, or none. */
function readYearFirst(text: string): string | undefined {
  const [date, year, month, day] =
    /^(\d{4})[./](\d\d?)[./](\d\d?)$/.exec(text) ?? /^((?:19|20)\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])$/.exec(text) ?? [];
  return date && joinDay(year, month, day);
}

const MS_DIGITS = 13;

/** Seconds since 1970, also as a fraction, milliseconds or microseconds; .NET writes `/Date(…)/` around them. */
function readUnixTime(text: string): string | undefined {
  const number = /^(?:\/Date\()?(\d{10}|\d{13}|\d{16})(?:\.\d*)?(?:[+-]\d{4})?(?:\)\/)?$/;
  const digits = number.exec(text)?.[1]?.slice(0, MS_DIGITS);
  return digits && new Date(Number(digits.padEnd(MS_DIGITS, "0"))).toISOString();
}

/** `Thu, 17 Dec 2026 10:00:00 +0300`, as mail and HTTP have it. */
function readMailDate(text: string): string | undefined {
  if (!/^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:/.test(text)) return undefined;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

const INNER_NAMES = ["date", "$date", "datetime", "iso", "value", "$numberLong", "seconds", "_seconds", "timestamp"];

function readObject(object: Fields, nested: number): string | undefined {
  if (Object.keys(object).length === 0) return "";
  const { year, month, day, timezone } = object;
  if (year !== undefined) return readParts([year, month, day]);
  const inner = INNER_NAMES.map((name) => object[name]).find((one) => one !== undefined && one !== null);
  if (inner === undefined) return undefined;
  return typeof inner === "string" && typeof timezone === "string"
    ? readInZone(inner, timezone)
    : readDate(inner, nested - 1);
}

/** A date object of PHP: the time of its own zone, and the name of the zone. */
function readInZone(text: string, zone: string): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?/.exec(text) ?? [];
  if (!day || NO_DATE.test(text)) return readText(text);
  return !time || /^00:00(?::00)?$/.test(time) ? day : `${day}T${time}${findOffset(zone, `${day}T${time}Z`)}`;
}

function findOffset(zone: string, moment: string): string {
  if (/^[+-]\d\d:?\d\d$/.test(zone)) return zone;
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    const name = format.formatToParts(new Date(moment)).find(({ type }) => type === "timeZoneName")?.value ?? "";
    return name.replace(/^GMT/, "") || "Z";
  } catch {
    return MOSCOW;
  }
}

/** Year, month and day as numbers, as Java writes a day. */
function readParts(parts: readonly unknown[]): string | undefined {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = parts.map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  // A day that the month doesn't have would be one of the next month.
  const isReadable = year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReadable ? date.toISOString().slice(0, "yyyy-mm-dd".length) : undefined;
}
