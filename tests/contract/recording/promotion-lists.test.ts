import { afterAll, beforeAll, expect, test } from "vitest";
import { findPromotion, phones } from "../../setup/demo";
import { openRecordedPortal, type RecordedPortal } from "../../setup/recorded-portal";
import type { RecordedRequest } from "../../setup/recording-upstream";

let portal: RecordedPortal;
let id: string;

beforeAll(async () => {
  portal = await openRecordedPortal();
  id = await findPromotion(portal.club, "Искра по коду");
});
afterAll(() => portal?.close());

type Query = Readonly<Record<string, string>>;

/** §7: `page, per_page, is_enabled=1`, sorted by id descending. */
const list = (page: string, per_page: string, filter: Query = {}): Query => ({
  page,
  per_page,
  ...filter,
  is_enabled: "1",
  sort: "-id",
});
const badge = list("1", "4");

/** Opens a page. @returns the queries of all lists of promotions that it asks for, by their path */
async function readQueries(phone: string | null, path: string) {
  const browser = phone ? (await portal.logIn(phone)).browser : portal.guest();
  const before = portal.upstream.requests.length;
  const { status } = await browser.open(path);
  expect(status).toBe(200);
  return portal.upstream.requests
    .slice(before)
    .filter((request) => request.path.endsWith("actions/list/filter"))
    .map((request) => [request.path, request.query] as const);
}

/** By the size of their page: a page asks for badge and list at once. */
const sorted = (queries: readonly (readonly [path: string, query: RecordedRequest["query"]])[]) =>
  queries.toSorted(([, one], [, other]) => Number(one.per_page) - Number(other.per_page));

const idOf = (path: string) => path.replace("{id}", id);

test.each<[string, string, Query]>([
  ["home page", "/", list("1", "3")],
  ["promotions", "/promo/", list("1", "12")],
  ["second page of the promotions", "/promo/?page=2", list("2", "12")],
  ["promotion", "/promo/{id}/", list("1", "1", { id: "{id}" })],
])("§7.1 §4.5 a guest's %s asks for enabled promotions, the newest first", async (_, path, query) => {
  const wanted = JSON.parse(idOf(JSON.stringify(query)));
  expect(await readQueries(null, idOf(path))).toEqual([["/api/actions/list/filter", wanted]]);
});

test.each<[string, string, Query | null]>([
  ["any page, for its badge", "/dashboard/points", null],
  ["the promotions", "/promo/", list("1", "12")],
  ["their second page", "/promo/?page=2", list("2", "12")],
  ["a promotion", "/promo/{id}/", list("1", "1", { id: "{id}" })],
  ["the promo code", "/dashboard/promo-code", list("1", "20")],
])("§7.1 §4.5 a member's page asks for enabled promotions, the newest first: %s", async (_, path, query) => {
  const wanted = [badge, ...(query ? [JSON.parse(idOf(JSON.stringify(query)))] : [])];
  const own = wanted.map((one) => ["/api/user/actions/list/filter", one] as const);
  expect(sorted(await readQueries(phones.member, idOf(path)))).toEqual(sorted(own));
});
