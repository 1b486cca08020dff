/** The page asked for in a query parameter, from 1; what is no page number is the first page. */
export function readPageNumber(search: URLSearchParams, param = "page"): number {
  const page = Number(search.get(param) ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}

/** One page of a list that is in hand as a whole; a page beyond the end is the last one. */
export function slicePage<Item>(items: readonly Item[], wanted: number, perPage: number) {
  const page = Math.min(wanted, Math.max(1, Math.ceil(items.length / perPage)));
  return { items: items.slice((page - 1) * perPage, page * perPage), page, perPage, total: items.length };
}
