import { formatDate, moscowDay } from "../../lib/dates.server";

/** Statuses by how much is still to be done, most first. */
const BY_WORK = [
  "need_documents",
  "new",
  "processing",
  "sent",
  "ready_for_pickup",
  "completed",
  "rejected",
  "cancelled",
];

/** Statuses after which the points are back. */
const REFUSED = ["rejected", "cancelled"];

/** Whether the points of a unit came back. */
export function isRefused(status: string): boolean {
  return REFUSED.includes(status);
}

/** The status of an order whose units have these: that of the unit for which most is still to be done. */
export function leastDoneStatus(statuses: readonly string[]): string {
  const place = (status: string) => BY_WORK.indexOf(status);
  const [first = "", ...others] = statuses;
  return others.reduce((least, status) => (place(status) < place(least) ? status : least), first);
}

/** The day by which a gift usually comes, or that it is late; empty where no day is known. @param day ISO 8601 */
export function describeExpected(day: string): string {
  // What the upstream has written may be no day.
  if (!/^\d{4}-\d{2}-\d{2}/.test(day)) return "";
  return day.slice(0, "YYYY-MM-DD".length) < moscowDay(new Date())
    ? `Задерживается: ждали к\u00a0${formatDate(day)}`
    : `Обычно к\u00a0${formatDate(day)}`;
}
