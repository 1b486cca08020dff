import type { ReportRow, ReportTitle } from "../../../contract/deals";
import type { WirePage } from "../../../contract/reply-fields";
import type { RowRange } from "../../../contract/row-range";
import { REPORTS_PER_PAGE } from "../../../contract/values";
import { formatDate, formatMoment } from "../../lib/dates.server";
import { keepUnits } from "../../lib/keep-units";
import { readListPage, slicePage } from "../../lib/page-number";
import { formatAmount, formatNumber } from "../../lib/points";
import type { ReportListView, ReportView } from "./report-view";

/** Row errors that the list shows under a report; the report's own page has more. */
const ERRORS_IN_LIST = 3;
/** Rows on a page of a report, and of its errors. */
export const ROWS_PER_PAGE = 25;

export function viewReportList(list: WirePage<ReportTitle>, wanted: number): ReportListView {
  const { items, page, perPage, total } = readListPage(list, wanted, REPORTS_PER_PAGE);
  const reports = items.map((title) => ({ ...viewReport(title), errors: title.errors.slice(0, ERRORS_IN_LIST) }));
  return { items: reports, page, perPage, total };
}

export function viewReport(title: ReportTitle): ReportView {
  const { id, file_name, date, status, total, processed, failed, repeated, points, lines, left_out, errors } = title;
  return {
    id,
    fileName: file_name || `Отчёт ${id}`.trim(),
    date: formatMoment(date),
    status,
    total,
    processed,
    failed,
    repeated,
    points,
    lines,
    leftOut: left_out,
    goneFacts: listGoneFacts(title),
    errors,
  };
}

function listGoneFacts({ gone_recalled: recalled, gone_points: points, gone_kept: kept }: ReportTitle) {
  return [
    ...(recalled ? [{ term: "Отозвано продаж, которых в нём нет", value: formatNumber(recalled) }] : []),
    ...(recalled ? [{ term: "Снято за них", value: formatAmount(points) }] : []),
    ...(kept ? [{ term: "Засчитаны, но в нём их нет", value: formatNumber(kept) }] : []),
  ];
}

/** A report without its row errors; null when the list doesn't have it. */
export function viewReportHead(title: ReportTitle | undefined): ReportView | null {
  return title ? { ...viewReport(title), errors: [] } : null;
}

/** One page of a report's row errors. They are cut when more rows have failed than those whose errors the upstream has sent. */
export function pageErrors(title: ReportTitle | undefined, page: number) {
  const errors = title?.errors ?? [];
  const rows = new Set(errors.map(({ row }) => row));
  return { ...slicePage(errors, page, ROWS_PER_PAGE), areCut: (title?.failed ?? 0) > rows.size };
}

/** The rows of a page, for an upstream that sends them alone. */
export function rangeOfPage(page: number): RowRange {
  return { first: (page - 1) * ROWS_PER_PAGE, count: ROWS_PER_PAGE };
}

/**
 * One page of a report's counted rows: what the upstream has sent, or that page of all rows. The `note` tells of those that it
 * has counted and didn't send, or that can't be read.
 */
export function pageRows(list: WirePage<ReportRow>, wanted: number) {
  const { items, ...paging } =
    list.first_row === undefined ? slicePage(list.items, wanted, ROWS_PER_PAGE) : readRange(list, list.first_row);
  const first = (paging.page - 1) * paging.perPage;
  const missing = list.first_row === undefined ? list.total - list.items.length : 0;
  return {
    ...paging,
    counted: paging.total + missing,
    note:
      missing > 0
        ? `Показано строк: ${formatNumber(paging.total)}. Остальные клуб не передал или прислал в непонятном виде.`
        : "",
    items: items.map((row, index) => viewRow(row, first + index)),
  };
}

/** Why the state of a report isn't shown. @param searched reports among which it isn't; 0 where it is, or where none has it */
export function explainUnknownState(searched: number): string {
  return searched > 0
    ? `Среди ${formatNumber(searched)}\u00a0последних отчётов этого нет, поэтому его состояние не показано.`
    : "";
}

function readRange({ items, total }: WirePage<ReportRow>, first: number) {
  return { items, page: Math.floor(first / ROWS_PER_PAGE) + 1, perPage: ROWS_PER_PAGE, total };
}

/** A counted row (§3.10). */
export type ReportRowView = ReturnType<typeof viewRow>;

function viewRow(row: ReportRow, key: number) {
  return {
    key,
    date: formatDate(row.sell_date),
    manager: row.manager_fio,
    shop: row.member_company_actual_name,
    inn: row.inn,
    code: row.article_code,
    name: keepUnits(row.article_name),
    count: row.sell_count,
    document: row.document_number,
    points: row.points,
  };
}
