/** Reads a page number, from 1, from a query parameter. An invalid one means the first page. */
export function readPageNumber(search: URLSearchParams, param = "page"): number {
  const page = Number(search.get(param) ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}

/** A page of a list as a view shows it. */
export interface ListPage<Item> {
  items: readonly Item[];
  page: number;
  perPage: number;
  total: number;
  /** Whether `total` is only what is certain: the upstream gave no total, and there may be more pages. */
  isTotalOpen: boolean;
}

/** A page of a list as the upstream sent it; see `WirePage`. */
interface WireList<Item> {
  readonly items: readonly Item[];
  readonly sent: number;
  readonly total: number;
  readonly hasTotal: boolean;
  readonly per_page?: number | undefined;
}

/**
 * The page of a list that an upstream was asked for. An upstream that doesn't page sends more rows than a page holds: the page
 * is then cut out here. An upstream with its own number of rows on a page keeps that number. If an upstream gives no total,
 * every full page is followed by another.
 *
 * @param asked the `per_page` of the call, if it was more than `perPage`
 */
export function readListPage<Item>(
  list: WireList<Item>,
  page: number,
  perPage: number,
  asked = perPage,
): ListPage<Item> {
  const { items, sent, total, hasTotal, per_page: own = 0 } = list;
  if (sent > asked && total <= sent) return { ...slicePage(items, page, perPage), isTotalOpen: false };
  if (Number.isInteger(own) && own >= 1 && own < perPage) return readPage(list, page, own);
  if (asked === perPage) return readPage(list, page, Math.max(perPage, sent, own));
  const isTotalOpen = !hasTotal && sent === asked;
  return { items: items.slice(0, perPage), page, perPage, total: isTotalOpen ? sent + 1 : total, isTotalOpen };
}

/** A page of an upstream that pages by so many rows. */
function readPage<Item>(
  { items, sent, total, hasTotal }: WireList<Item>,
  page: number,
  perPage: number,
): ListPage<Item> {
  if (hasTotal) return { items, page, perPage, total, isTotalOpen: false };
  const isTotalOpen = sent >= perPage;
  const before = (page - 1) * perPage;
  return { items, page, perPage, total: before + (isTotalOpen ? sent + 1 : total), isTotalOpen };
}

/** Whether a first page holds all rows of its list. @param asked the `per_page` of its call */
export function isWholeList({ sent, total, hasTotal }: Omit<WireList<unknown>, "per_page">, asked: number): boolean {
  return sent >= total && (hasTotal || sent !== asked);
}

/** Cuts one page out of a complete list. A number beyond the end means the last page. */
export function slicePage<Item>(items: readonly Item[], wanted: number, perPage: number) {
  const page = Math.min(wanted, Math.max(1, Math.ceil(items.length / perPage)));
  return { items: items.slice((page - 1) * perPage, page * perPage), page, perPage, total: items.length };
}
