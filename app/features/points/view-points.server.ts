import { listPoints, type PointsAdded, type PointsDebt, type PointsSpent } from "../../../contract/deals";
import { type MonthsSummary, SUMMARISED_ROWS, summarisePoints } from "../../../contract/overviews";
import type { WirePage } from "../../../contract/reply-fields";
import { readConfiguration } from "../../lib/configuration.server";
import { formatDate } from "../../lib/dates.server";
import { keepUnits } from "../../lib/keep-units";
import type { MonthSum } from "../../lib/month-sum";
import { chartByMonth } from "../../lib/months.server";
import { isWholeList, readListPage } from "../../lib/page-number";
import { formatCount, formatPoints, pluralForm } from "../../lib/points";
import type { Visit } from "../../session/visit.server";
import { describeExpected, leastDoneStatus } from "./order-state.server";
import type { AddedView, DebtView, SpentView } from "./points-view";

const ENTRIES_PER_PAGE = 36;
/** The newest entries that a chart is drawn from. */
const CHART_ENTRIES = SUMMARISED_ROWS;

/** Said of what may go on on another page. */
const PART = " на этой странице";

/** The pages of the two lists. One call returns the same page of both. */
export interface PointPages {
  added: number;
  spent: number;
}

/**
 * The two lists and the chart of what was added. On the first page an upstream that can sum the newest entries is asked for
 * that, and any other for the entries themselves.
 */
export async function loadPoints(visit: Visit, pages: PointPages) {
  const { added, spent } = pages;
  const isFirst = added === 1 && spent === 1;
  const isSummed = readConfiguration().upstreamExtensions;
  const perPage = isFirst && !isSummed ? CHART_ENTRIES : ENTRIES_PER_PAGE;
  const [first, second, summary] = await Promise.all([
    visit.read(listPoints, { page: added, per_page: perPage }),
    added === spent ? null : visit.read(listPoints, { page: spent, per_page: perPage }),
    isFirst && isSummed ? visit.callOptional(summarisePoints, {}) : null,
  ]);
  return {
    added: viewAdded(first.added, added, perPage),
    spent: viewSpent((second ?? first).spent, spent, perPage),
    debts: (first.debts ?? []).map(viewDebt),
    expiring: (first.expiring ?? []).flatMap(({ date, points }) =>
      points ? [`${formatPoints(points)} ${pluralForm(points, "сгорит", "сгорят", "сгорят")} ${formatDate(date)}`] : [],
    ),
    held: (first.held ?? []).flatMap(({ date, points }) => (points ? [{ date: formatDate(date), points }] : [])),
    months: !isFirst ? [] : isSummed ? viewSummary(summary) : sumAdded(first.added),
  };
}

/** What one report added: its rows are not folded. Null when it added nothing. @param entry the page with it, in place of `page` */
export async function loadReportPoints(visit: Visit, report: string, page: number, entry: string | null) {
  const { added } = await visit.read(listPoints, {
    page,
    per_page: ENTRIES_PER_PAGE,
    report_id: report,
    ...(entry && { entry_id: entry }),
  });
  const { items, ...paging } = readListPage(added, (entry && added.page) || page, ENTRIES_PER_PAGE);
  const [first] = items;
  if (!first) return null;
  return {
    date: formatDate(first.report_date),
    days: daysOf(items),
    rows: items.map((row) => viewGroup([row], false)),
    paging,
  };
}

function viewDebt({ id, date, action, sumLeft }: PointsDebt): DebtView {
  return { id, date: formatDate(date), action: keepUnits(action), left: sumLeft };
}

/** @param asked the `per_page` of the call that brought the list */
function viewAdded(list: WirePage<PointsAdded>, page: number, asked: number) {
  const { items, ...paging } = readListPage(list, page, ENTRIES_PER_PAGE, asked);
  const groups = groupNeighbours(items, ({ report_id }) => report_id, paging);
  return { ...paging, items: groups.map(({ rows, isPart }) => viewGroup(rows, isPart)) };
}

interface Group<Row> {
  readonly rows: readonly Row[];
  /** It may have rows on another page. */
  readonly isPart: boolean;
}

/** Rows of the same report or order that follow one another. A row without a key stays alone. */
function groupNeighbours<Row>(
  items: readonly Row[],
  keyOf: (row: Row) => string,
  { page, perPage, total }: { page: number; perPage: number; total: number },
): Group<Row>[] {
  const groups: Row[][] = [];
  for (const row of items) {
    const last = groups.at(-1);
    if (last?.[0] && keyOf(last[0]) && keyOf(last[0]) === keyOf(row)) last.push(row);
    else groups.push([row]);
  }
  return groups.map((rows, index) => ({
    rows,
    isPart: (index === 0 && page > 1) || (index === groups.length - 1 && page * perPage < total),
  }));
}

/** The sum of amounts; undefined when one of them isn't known. */
function sumKnown(amounts: readonly (number | undefined)[]): number | undefined {
  return amounts.reduce((sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount), 0);
}

/** @param isPart whether the report may have rows on another page */
function viewGroup(rows: readonly PointsAdded[], isPart: boolean): AddedView {
  const entries = rows.map(({ id, date, action, sumAdd }) => ({
    id,
    date: formatDate(date),
    action: keepUnits(action),
    sum: sumAdd,
  }));
  const [first] = rows;
  const [entry] = entries;
  if (!first || !entry) throw new RangeError("A group of entries has at least one");
  if (rows.length === 1)
    return {
      ...entry,
      order: first.order_id,
      rowActions: [],
      rowSums: [],
      days: "",
      availableOn: formatDate(first.available_on),
    };
  const count = formatCount(rows.length, "строка", "строки", "строк");
  return {
    id: entry.id,
    date: entry.date,
    action: `Отчёт от ${formatDate(first.report_date)}: ${count}${isPart ? PART : ""}`,
    sum: sumKnown(rows.map(({ sumAdd }) => sumAdd)),
    order: "",
    rowActions: entries.map(({ action }) => action),
    rowSums: entries.map(({ sum }) => sum),
    days: daysOf(rows),
    availableOn: formatDate(
      rows
        .map(({ available_on }) => available_on)
        .sort()
        .at(-1),
    ),
  };
}

/** The days on which the sales were made, as an address has them. */
function daysOf(rows: readonly PointsAdded[]): string {
  const days = rows.map(({ sell_date }) => sell_date.slice(0, "YYYY-MM-DD".length)).sort();
  return days[0] ? String(new URLSearchParams({ date_from: days[0], date_to: days.at(-1) ?? "" })) : "";
}

/** @param asked the `per_page` of the call that brought the list */
function viewSpent(list: WirePage<PointsSpent>, page: number, asked: number) {
  const { items, ...paging } = readListPage(list, page, ENTRIES_PER_PAGE, asked);
  const groups = groupNeighbours(items, ({ first_order_id }) => first_order_id, paging);
  return { ...paging, items: groups.map(({ rows, isPart }) => viewSpending(rows, isPart)) };
}

/** @param isPart whether the order may have units on another page */
function viewSpending(rows: readonly PointsSpent[], isPart: boolean): SpentView {
  const [row] = rows;
  if (!row) throw new RangeError("An order has at least one unit");
  const view = { id: row.id, date: formatDate(row.date), sum: row.sumSub, order: row.order_id };
  if (rows.length === 1)
    return { ...view, action: keepUnits(row.action), status: row.status, note: joinNotes([noteOf(row)]), units: [] };
  // The newest entry comes first, and an order is read in the order of its units.
  const units = rows.toReversed();
  const status = leastDoneStatus(units.map((unit) => unit.status));
  const done = units.filter((unit) => unit.status === "completed").length;
  const isPartlyDone = done > 0 && done < units.length;
  return {
    ...view,
    sum: sumKnown(units.map(({ sumSub }) => sumSub)),
    action: `Заказ, ${formatCount(units.length, "подарок", "подарка", "подарков")}${isPart ? PART : ""}`,
    order: row.first_order_id,
    status,
    note: joinNotes([isPartlyDone ? `Выполнено ${done} из ${units.length}` : "", ...units.map(noteOf)]),
    units: units.map((unit) => ({
      number: unit.order_id,
      action: keepUnits(unit.action),
      sum: unit.sumSub,
      status: unit.status,
    })),
  };
}

function joinNotes(notes: readonly string[]): string {
  return [...new Set(notes)].filter(Boolean).join(". ");
}

/** The reason of a refusal, what finds the parcel, or the day by which it usually comes. */
function noteOf({ status, reject_reason, tracking_number, pickup_point, expected_on }: PointsSpent): string {
  if (reject_reason) return reject_reason;
  if (status === "ready_for_pickup") return keepUnits(pickup_point);
  const parcel = status === "sent" && tracking_number ? `Отправление ${tracking_number}` : "";
  return joinNotes([parcel, describeExpected(expected_on)]);
}

function viewSummary(summary: MonthsSummary | null): MonthSum[] {
  if (!summary) return [];
  const rows = summary.months.map(({ month, points }) => ({ date: `${month}-01`, value: points }));
  return chartByMonth(rows, summary.is_complete);
}

function sumAdded(list: WirePage<PointsAdded>): MonthSum[] {
  const rows = list.items.map(({ date, sumAdd }) => ({ date, value: sumAdd ?? 0 }));
  return chartByMonth(rows, isWholeList(list, CHART_ENTRIES));
}
