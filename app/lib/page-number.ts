/** Reads a page number, from 1, from a query parameter. An invalid one means the first page. */
export function readPageNumber(search: URLSearchParams, param = "page"): number {
  const page = Number(search.get(param) ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}

/** Cuts one page out of a complete list. A number beyond the end means the last page. */
export function slicePage<Item>(items: readonly Item[], wanted: number, perPage: number) {
  const page = Math.min(wanted, Math.max(1, Math.ceil(items.length / perPage)));
  return { items: items.slice((page - 1) * perPage, page * perPage), page, perPage, total: items.length };
}
