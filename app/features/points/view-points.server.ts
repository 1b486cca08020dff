import type { PointsAdded, PointsSpent } from "../../../contract/deals";
import type { WirePage } from "../../../contract/reply-fields";
import { formatDate } from "../../lib/dates.server";
import type { MonthSum } from "../../lib/month-sum";
import { sumByMonth } from "../../lib/months.server";
import { isWholeList, readListPage } from "../../lib/page-number";
import type { AddedView, SpentView } from "./points-view";

const ENTRIES_PER_PAGE = 20;
/** The first page asks for more entries than it shows: the chart is drawn from them without a further call. */
const CHART_ENTRIES = 500;

/** The pages of the two lists. One call returns the same page of both. */
export interface PointPages {
  added: number;
  spent: number;
}

interface PointsCall {
  page: number;
  per_page: number;
}

/** The inputs of the calls for these pages: one, or two when the lists are on different pages. */
export function callsForPoints({ added, spent }: PointPages): [PointsCall, PointsCall?] {
  if (added === 1 && spent === 1) return [{ page: 1, per_page: CHART_ENTRIES }];
  const call = { page: added, per_page: ENTRIES_PER_PAGE };
  return added === spent ? [call] : [call, { ...call, page: spent }];
}

/** @param asked the `per_page` of the call that brought the list */
export function viewAdded(list: WirePage<PointsAdded>, page: number, asked: number) {
  const { items, ...paging } = readListPage(list, page, ENTRIES_PER_PAGE, asked);
  const rows = items.map(
    ({ id, date, action, sumAdd }): AddedView => ({ id, date: formatDate(date), action, sum: sumAdd }),
  );
  return { ...paging, items: rows };
}

/** @param asked the `per_page` of the call that brought the list */
export function viewSpent(list: WirePage<PointsSpent>, page: number, asked: number) {
  const { items, ...paging } = readListPage(list, page, ENTRIES_PER_PAGE, asked);
  const rows = items.map(
    ({ id, date, action, sumSub, status }): SpentView => ({
      id,
      date: formatDate(date),
      action,
      sum: sumSub,
      status,
    }),
  );
  return { ...paging, items: rows };
}

/** Points added by month; empty with fewer than two months. */
export function sumAdded(list: WirePage<PointsAdded>): MonthSum[] {
  const rows = list.items.map(({ date, sumAdd }) => ({ date, value: sumAdd ?? 0 }));
  const months = sumByMonth(rows, isWholeList(list, CHART_ENTRIES));
  return months.length > 1 ? months : [];
}
