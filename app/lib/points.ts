import { ROUBLES_PER_POINT } from "../../contract/values";

const NO_BREAK_SPACE = "\u00a0";

/** Formats a number with no-break spaces between thousands: `12 450` (§1.9). A fraction is kept to hundredths: `12,5`. */
export function formatNumber(value: number): string {
  // A large whole number times a hundred would be inexact.
  const rounded = Number.isInteger(value) ? value : Math.round(value * 100) / 100;
  const [whole = "", fraction] = String(rounded).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
  return fraction ? `${grouped},${fraction}` : grouped;
}

/** An amount that an upstream may leave out: `12 450`, or a dash. */
export function formatAmount(value: number | undefined): string {
  return value === undefined ? "—" : formatNumber(value);
}

/** Formats a number that was added: `+12`, or `−12` when it was taken back; a dash when it isn't known. */
export function formatAdded(value: number | undefined): string {
  if (value === undefined) return formatAmount(value);
  return (value < 0 ? "−" : "+") + formatNumber(Math.abs(value));
}

const pluralRules = new Intl.PluralRules("ru");

/** Chooses the Russian plural form after a number: 1 балл, 2 балла, 5 баллов, 11 баллов (§9.1), 1,5 балла. */
export function pluralForm(count: number, one: string, few: string, many: string): string {
  if (!Number.isInteger(count)) return few;
  const rule = pluralRules.select(count);
  if (rule === "one") return one;
  return rule === "few" ? few : many;
}

/** `12 450 баллов` and the like, with no-break spaces. */
export function formatCount(count: number, one: string, few: string, many: string): string {
  return formatNumber(count) + NO_BREAK_SPACE + pluralForm(count, one, few, many);
}

/** How many of a gift: `1 штука`, `2 штуки`, `5 штук`, `21 штука`. */
export function formatPieces(count: number): string {
  return formatCount(count, "штука", "штуки", "штук");
}

/** The unit alone: балл, балла or баллов. */
export function pointsUnit(points: number): string {
  return pluralForm(points, "балл", "балла", "баллов");
}

/** An amount of points with its unit: `1 балл`, `12 450 баллов` (§1.9). */
export function formatPoints(points: number): string {
  return formatNumber(points) + NO_BREAK_SPACE + pointsUnit(points);
}

/** An amount in roubles: `500 ₽`. */
export function formatRoubles(roubles: number): string {
  return `${formatNumber(roubles)}${NO_BREAK_SPACE}₽`;
}

/** What a point is worth in top-ups and card payouts: `1 балл = 1 ₽`, which is never broken (§1.6, §9.1). */
export const POINT_RATE = [formatPoints(1), "=", formatRoubles(ROUBLES_PER_POINT)].join(NO_BREAK_SPACE);
