import type { Deal } from "../../../contract/deals";
import { isoDateField } from "../../../contract/fields";
import type { WirePage } from "../../../contract/reply-fields";
import { formatDate } from "../../lib/dates.server";
import { sumByMonth } from "../../lib/months.server";
import { isWholeList, readListPage } from "../../lib/page-number";
import type { DealListView, DealView, Period } from "./deal-view";

const DEALS_PER_PAGE = 15;
/** The first page asks for more rows than it shows: the chart is drawn from them without a further call. */
const CHART_ROWS = 500;

type Viewer = "manager" | "member";

/** The input of the call for a page of the list. */
export function pageOfDeals(page: number) {
  return { page, per_page: page === 1 ? CHART_ROWS : DEALS_PER_PAGE };
}

export function viewDeals(viewer: Viewer, list: WirePage<Deal>, wanted: number): DealListView {
  const asked = pageOfDeals(wanted).per_page;
  const { items: shown, page, perPage, total, isTotalOpen } = readListPage(list, wanted, DEALS_PER_PAGE, asked);
  const { items } = list;
  const isComplete = page === 1 && isWholeList(list, asked);
  const months =
    page === 1
      ? sumByMonth(
          items.map((deal) => ({ date: deal.sell_date, value: deal.sell_count ?? 0 })),
          isComplete,
        )
      : [];
  return {
    items: shown.map((deal) => viewDeal(viewer, deal)),
    page,
    perPage,
    total,
    isTotalOpen,
    points: isComplete ? items.reduce((sum, deal) => sum + (deal.points ?? 0), 0) : null,
    months: months.length > 1 ? months : [],
  };
}

/** The period in an address. Invalid dates are ignored; dates in the wrong order are swapped. */
export function readPeriod(search: URLSearchParams): Period {
  const from = readDate(search.get("date_from"));
  const to = readDate(search.get("date_to"));
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

/** The period as the input of a call. */
export function periodFilters({ from, to }: Period) {
  return { ...(from && { date_from: from }), ...(to && { date_to: to }) };
}

function viewDeal(viewer: Viewer, deal: Deal): DealView {
  const isManager = viewer === "manager";
  return {
    id: deal.id,
    date: formatDate(deal.sell_date),
    who: isManager ? deal.member_fio : deal.curator_company_actual_name,
    inn: deal.inn,
    company: isManager ? deal.member_company_actual_name : deal.member_company_legal_name,
    code: deal.article_code,
    name: deal.article_name,
    count: deal.sell_count,
    points: deal.points,
  };
}

function readDate(text: string | null): string {
  return isoDateField.safeParse(text).data ?? "";
}
