import { type Deal, listDeals } from "../../../contract/deals";
import { isoDateField } from "../../../contract/fields";
import { type DealsSummary, SUMMARISED_ROWS, summariseDeals } from "../../../contract/overviews";
import type { WirePage } from "../../../contract/reply-fields";
import { accrualPath } from "../../lib/accrual-path";
import { readConfiguration } from "../../lib/configuration.server";
import { formatDate } from "../../lib/dates.server";
import { keepUnits } from "../../lib/keep-units";
import { chartByMonth } from "../../lib/months.server";
import { isWholeList, readListPage } from "../../lib/page-number";
import { readSearchText } from "../../lib/search-text";
import type { Visit } from "../../session/visit.server";
import type { DealListView, DealsFilter, DealView } from "./deal-view";

const DEALS_PER_PAGE = 15;
/** The newest rows that a chart is drawn from. */
const CHART_ROWS = SUMMARISED_ROWS;

type Viewer = "manager" | "member";

/**
 * The page of the list that the call brings. The first page has a chart of the newest rows: an upstream that can sum them is
 * asked for that, and any other for the rows themselves.
 */
export async function loadDeals(
  visit: Visit,
  viewer: Viewer,
  page: number,
  filter: DealsFilter,
): Promise<DealListView> {
  if (filter.isReversed)
    return { ...NO_SUMS, items: [], page: 1, perPage: DEALS_PER_PAGE, total: 0, isTotalOpen: false };
  const filters = filterInput(filter);
  const isSummed = readConfiguration().upstreamExtensions;
  const perPage = page === 1 && !isSummed ? CHART_ROWS : DEALS_PER_PAGE;
  const [list, summary] = await Promise.all([
    visit.read(listDeals, { page, per_page: perPage, ...filters }),
    page === 1 && isSummed ? visit.callOptional(summariseDeals, filters) : null,
  ]);
  const { items: shown, ...paging } = readListPage(list, page, DEALS_PER_PAGE, perPage);
  return {
    ...paging,
    items: shown.map((deal) => viewDeal(viewer, deal)),
    ...(page > 1 ? NO_SUMS : isSummed ? viewSummary(summary) : sumDeals(list)),
  };
}

const NO_SUMS = { points: null, months: [], articles: [] };

/** The sums that the page shows beside the rows. */
type Sums = Pick<DealListView, "points" | "months" | "articles">;

function viewSummary(summary: DealsSummary | null): Sums {
  if (!summary) return NO_SUMS;
  const { months, is_complete, articles } = summary;
  return {
    points: is_complete ? months.reduce((sum, { points }) => sum + points, 0) : null,
    months: chartByMonth(
      months.map(({ month, count }) => ({ date: `${month}-01`, value: count })),
      is_complete,
    ),
    articles: articles.map(({ article_code, article_name, points }) => ({
      code: article_code,
      name: keepUnits(article_name),
      points,
    })),
  };
}

function sumDeals(list: WirePage<Deal>): Sums {
  const isComplete = isWholeList(list, CHART_ROWS);
  return {
    points: isComplete ? list.items.reduce((sum, deal) => sum + (deal.points ?? 0), 0) : null,
    months: chartByMonth(
      list.items.map((deal) => ({ date: deal.sell_date, value: deal.sell_count ?? 0 })),
      isComplete,
    ),
    articles: [],
  };
}

/** Whether lists of deals can be searched: another upstream knows periods only. */
export function canSearchDeals(): boolean {
  return readConfiguration().upstreamExtensions;
}

/** The filter in an address. Invalid dates are ignored. A period that ends before it begins has `isReversed`, and no rows. */
export function readFilter(query: URLSearchParams): DealsFilter {
  const from = readDate(query.get("date_from"));
  const to = readDate(query.get("date_to"));
  const search = canSearchDeals() ? readSearchText(query, "search") : "";
  return { from, to, isReversed: from !== "" && to !== "" && from > to, search };
}

/** The filter as the input of a call, and as the query of an address. */
export function filterInput({ from, to, search }: DealsFilter) {
  return { ...(from && { date_from: from }), ...(to && { date_to: to }), ...(search && { search }) };
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
    name: keepUnits(deal.article_name),
    count: deal.sell_count,
    points: deal.points,
    accrual: findAccrual(deal),
  };
}

/** Where the entry is that added the deal's points. Another upstream can't be asked for what one report added. */
function findAccrual({ report_id, entry_id }: Deal): string {
  const { upstreamExtensions } = readConfiguration();
  return upstreamExtensions && report_id && entry_id ? accrualPath(report_id, entry_id) : "";
}

function readDate(text: string | null): string {
  return isoDateField.safeParse(text).data ?? "";
}
