import type { PointsAdded, PointsSpent } from "../../../contract/deals";
import { formatDate } from "../../lib/dates.server";
import type { MonthSum } from "../../lib/month-sum";
import { sumByMonth } from "../../lib/months.server";
import type { AddedView, SpentView } from "./points-view";

const ENTRIES_PER_PAGE = 20;
/** The first page asks for more entries than it shows: the chart is drawn from them without a further call. */
const CHART_ENTRIES = 500;

/** The pages of the two lists. One call returns the same page of both. */
export interface PointPages {
  added: number;
  spent: number;
}

/** The inputs of the calls for these pages: one, or two when the lists are on different pages. */
export function callsForPoints({ added, spent }: PointPages): { page: number; per_page: number }[] {
  if (added === 1 && spent === 1) return [{ page: 1, per_page: CHART_ENTRIES }];
  return [...new Set([added, spent])].map((page) => ({ page, per_page: ENTRIES_PER_PAGE }));
}

export function viewAdded(list: { items: readonly PointsAdded[]; total: number }, page: number) {
  const items = list.items
    .slice(0, ENTRIES_PER_PAGE)
    .map(({ id, date, action, sumAdd }): AddedView => ({ id, date: formatDate(date), action, sum: sumAdd }));
  return { items, page, perPage: ENTRIES_PER_PAGE, total: list.total };
}

export function viewSpent(list: { items: readonly PointsSpent[]; total: number }, page: number) {
  const items = list.items.slice(0, ENTRIES_PER_PAGE).map(
    ({ id, date, action, sumSub, status }): SpentView => ({
      id,
      date: formatDate(date),
      action,
      sum: sumSub,
      status,
    }),
  );
  return { items, page, perPage: ENTRIES_PER_PAGE, total: list.total };
}

/** Points added by month; empty with fewer than two months. */
export function sumAdded(list: { items: readonly PointsAdded[]; total: number }): MonthSum[] {
  const rows = list.items.map(({ date, sumAdd }) => ({ date, value: sumAdd }));
  const months = sumByMonth(rows, list.items.length >= list.total);
  return months.length > 1 ? months : [];
}
