import { expect, test } from "vitest";
import { listDistributors, listSegments } from "../../../contract/companies";
import { listDeals } from "../../../contract/deals";
import { listPrizes } from "../../../contract/prizes";
import { judgeReply } from "../../../scripts/contract/check-call";

const deal = {
  id: 1,
  sell_date: "2026-03-01",
  inn: "7700000000",
  article_code: "A-1",
  article_name: "Свеча",
  sell_count: 2,
  points: 10,
  member_fio: "Петров Пётр",
  member_company_actual_name: "А",
  curator_company_actual_name: "Б",
  member_company_legal_name: "ООО А",
};
const prize = { id: 7, name: "Кружка", description: "", image_url: "", handler_system_name: "souvenir", price: 100 };
const segment = { id: 1, display_name: "Магазин" };
const distributor = { curator_id: 1, actual_name_organization: "А", legal_name_organization: "ООО А" };
const pages = { total: 55, page: 1, per_page: 500 };
const many = <Row>(row: Row) => Array.from({ length: 55 }, () => row);

/** A planted deviation: the call, its result, and what people are left with. */
const planted = [
  ["a good shop", listPrizes, { items: [prize], certificates: [] }, "fine"],
  ["a shop in data", listPrizes, { data: [prize] }, "tolerated"],
  ["a bare list of gifts", listPrizes, [prize], "tolerated"],
  ["a shop under another word", listPrizes, { goods: { list_of: "x" } }, "breaks"],
  ["an empty shop", listPrizes, { items: [], certificates: [] }, "breaks"],
  ["a shop that is null", listPrizes, null, "breaks"],
  ["gifts without a price", listPrizes, { items: many({ ...prize, price: undefined }), certificates: [] }, "breaks"],
  ["gifts without an id", listPrizes, { items: many({ ...prize, id: null }), certificates: [] }, "breaks"],
  [
    "one gift without a price",
    listPrizes,
    { items: [prize, { ...prize, price: null }], certificates: [] },
    "loses-row",
  ],
  ["prices as texts", listPrizes, { items: [{ ...prize, price: "100,00" }], certificates: [] }, "tolerated"],
  ["good segments", listSegments, [segment], "fine"],
  ["no segments", listSegments, [], "breaks"],
  ["segments that are true", listSegments, true, "breaks"],
  ["segments without ids", listSegments, many({ display_name: "Магазин" }), "breaks"],
  ["segments keyed by id", listSegments, { 1: segment }, "tolerated"],
  ["good distributors", listDistributors, [distributor], "fine"],
  ["no distributors", listDistributors, [], "breaks"],
  ["distributors without ids", listDistributors, many({ actual_name_organization: "А" }), "breaks"],
  ["one distributor without an id", listDistributors, [distributor, { legal_name_organization: "Б" }], "loses-row"],
  ["distributors in results", listDistributors, { results: [distributor] }, "tolerated"],
  ["good sales", listDeals, { items: many(deal), ...pages }, "fine"],
  ["no sales yet", listDeals, { items: [], ...pages, total: 0 }, "fine"],
  ["all amounts are words", listDeals, { items: many({ ...deal, points: "много" }), ...pages }, "breaks"],
  ["one amount is a word", listDeals, { items: [deal, { ...deal, points: "много" }], ...pages }, "loses-row"],
  ["sales without amounts", listDeals, { items: many({ ...deal, points: null }), ...pages }, "fine"],
  ["sales without a total", listDeals, { items: many(deal) }, "tolerated"],
  ["sales as a bare list", listDeals, many(deal), "tolerated"],
  ["sales in data", listDeals, { data: many(deal), meta: { total: 55 } }, "tolerated"],
  ["amounts as texts", listDeals, { items: many({ ...deal, points: "10" }), ...pages }, "tolerated"],
  ["sales that are a text", listDeals, "текст", "breaks"],
] as const;

test.each(planted)("§7.2 §8.9 the check of an upstream judges what people see: %s", (_, descriptor, result, effect) => {
  const made = {
    as: "member",
    descriptor,
    kind: "read",
    page: "/",
    failing: { kind: "page" },
    mayBeRefused: false,
    input: {},
  } as const;
  const { check } = judgeReply(made, { kind: "json", status: 200, json: { success: true, result } });
  expect(check.effect).toBe(effect);
});
