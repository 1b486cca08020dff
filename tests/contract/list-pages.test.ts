import { describe, expect, test } from "vitest";
import { isWholeList, readListPage } from "../../app/lib/page-number";
import { listDeals, listPoints } from "../../contract/deals";
import { readReply } from "../../contract/reply";

const deal = (id: number) => ({ id, article_code: `A-${id}`, points: 1 });
const deals = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => deal(first + index));

function readDeals(result: unknown) {
  const read = readReply(listDeals, 200, { success: true, result });
  if (read.kind !== "answer") throw new Error(read.kind);
  return read.result;
}

/** What a page of the portal shows: the ids of its rows, and which further pages it offers. */
function show(result: unknown, page: number, perPage: number, asked = perPage) {
  const { items, ...paging } = readListPage(readDeals(result), page, perPage, asked);
  const pages = Math.ceil(paging.total / paging.perPage);
  return { ids: items.map(({ id }) => Number(id)), page: paging.page, pages, isTotalOpen: paging.isTotalOpen };
}

const range = (first: number, last: number) => deals(first, last).map(({ id }) => id);

describe("a bare array without totals", () => {
  test("§7.2 §3.10 that is the whole list is paged by the portal, to its last row", () => {
    const all = deals(1, 40);
    expect(show(all, 1, 15)).toEqual({ ids: range(1, 15), page: 1, pages: 3, isTotalOpen: false });
    expect(show(all, 2, 15)).toEqual({ ids: range(16, 30), page: 2, pages: 3, isTotalOpen: false });
    expect(show(all, 3, 15)).toEqual({ ids: range(31, 40), page: 3, pages: 3, isTotalOpen: false });
    expect(show(all, 9, 15)).toEqual({ ids: range(31, 40), page: 3, pages: 3, isTotalOpen: false });
  });

  test("§7.2 §3.10 that fits on the first page, which asks for more for its chart, is whole", () => {
    expect(show(deals(1, 40), 1, 15, 500)).toEqual({ ids: range(1, 15), page: 1, pages: 3, isTotalOpen: false });
    expect(isWholeList(readDeals(deals(1, 40)), 500)).toBe(true);
    expect(isWholeList(readDeals(deals(1, 500)), 500)).toBe(false);
    expect(isWholeList(readDeals({ items: deals(1, 500), total: 500 }), 500)).toBe(true);
  });

  test("§7.2 §3.10 that is one page lets another follow as long as it is full", () => {
    expect(show(deals(16, 30), 2, 15)).toEqual({ ids: range(16, 30), page: 2, pages: 3, isTotalOpen: true });
    expect(show(deals(31, 40), 3, 15)).toEqual({ ids: range(31, 40), page: 3, pages: 3, isTotalOpen: false });
    expect(show([], 4, 15)).toMatchObject({ ids: [], page: 4, isTotalOpen: false });
  });

  test("§7.2 §3.10 a full page with a bad row is full all the same", () => {
    const rows = [...deals(16, 29), null];
    expect(show(rows, 2, 15)).toEqual({ ids: range(16, 29), page: 2, pages: 3, isTotalOpen: true });
    expect(show([...deals(1, 499), "строка"], 1, 15, 500)).toMatchObject({ isTotalOpen: true });
  });
});

describe("a list with figures", () => {
  test("§7.2 §3.10 is paged by them, wherever they stand and however they are written", () => {
    const whole = { ids: range(16, 30), page: 2, pages: 3, isTotalOpen: false };
    expect(show({ items: deals(16, 30), total: 40, page: 2, per_page: 15 }, 2, 15)).toEqual(whole);
    expect(show({ data: deals(16, 30), meta: { total: "40", current_page: "2" } }, 2, 15)).toEqual(whole);
    expect(show({ list: deals(16, 30), pagination: { total_count: 40 } }, 2, 15)).toEqual(whole);
  });

  test("§7.2 §3.10 keeps the upstream's own number of rows, so that none is skipped", () => {
    const own = { total: 40, per_page: 10 };
    expect(show({ items: deals(1, 10), ...own }, 1, 15, 500)).toEqual({
      ids: range(1, 10),
      page: 1,
      pages: 4,
      isTotalOpen: false,
    });
    expect(show({ items: deals(31, 40), ...own }, 4, 15)).toEqual({
      ids: range(31, 40),
      page: 4,
      pages: 4,
      isTotalOpen: false,
    });
    expect(show({ items: deals(1, 20), total: 40, per_page: 20 }, 1, 15)).toMatchObject({
      ids: range(1, 20),
      pages: 2,
    });
  });

  test("§7.2 §3.10 a total that is less than its rows, or none, isn't believed", () => {
    expect(show({ items: deals(1, 15), total: 0 }, 1, 15)).toMatchObject({ pages: 2, isTotalOpen: true });
    expect(show({ items: deals(1, 15), total: "много" }, 1, 15)).toMatchObject({ pages: 2, isTotalOpen: true });
    expect(show({ items: deals(1, 15), total: -1, per_page: 0.5 }, 1, 15)).toMatchObject({
      pages: 2,
      isTotalOpen: true,
    });
  });
});

test("§3.10 §7.2 points in one list are told apart by their sums", () => {
  const rows = [
    { date: "2026-03-01", action: "Продажа", sumAdd: 5 },
    { date: "2026-03-02", action: "Обмен", sumSub: 3, status: "new" },
  ];
  for (const result of [rows, { items: rows }, { 0: rows[0], 1: rows[1] }]) {
    expect(readReply(listPoints, 200, { success: true, result })).toMatchObject({
      result: { added: { items: [{ sumAdd: 5 }] }, spent: { items: [{ sumSub: 3, status: "new" }] } },
    });
  }
});
