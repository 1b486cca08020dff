import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cart, emptyCart, type OrderProgress } from "../../app/features/cart/cart.server";
import { findExceededLimit } from "../../app/features/cart/cart-view.server";
import { viewOrder } from "../../app/features/cart/order-replies.server";
import { loadPickupView } from "../../app/features/cart/pickup.server";
import { readFilter } from "../../app/features/deals/view-deals.server";
import { readKeptReply } from "../../app/features/documents/kept-reply.server";
import { canResend } from "../../app/features/invites/invite-status";
import { viewLastImport } from "../../app/features/invites/view-invites.server";
import { viewBonus, viewPromotion } from "../../app/features/promotions/promotion-view.server";
import { viewReportList } from "../../app/features/reports/view-reports.server";
import { groupRules } from "../../app/features/rules/rules-groups.server";
import { readPageNumber } from "../../app/lib/page-number";
import { explainMissing } from "../../app/session/explain-missing.server";
import { setFlowState } from "../../app/session/flow-state.server";
import { readNotice, setNotice } from "../../app/session/notice.server";
import { readUploadForm } from "../../app/session/read-upload.server";
import { listPromotions } from "../../contract/promotions";
import { alias, DEFAULT_ERROR_MESSAGE, inviteStatuses } from "../../contract/values";

// What pages say of a reply, at the limits and beside the values that are easily taken for one another.

const earlier = process.env.SESSION_SECRETS;
beforeAll(() => {
  process.env.SESSION_SECRETS ??= "tests-tests-tests-tests-tests-tests-tests";
});
afterAll(() => {
  if (earlier === undefined) delete process.env.SESSION_SECRETS;
});

test("§8.5 the year's limit is exceeded by more than what is left of it, and not by all of it", () => {
  const documents = { status: "none", reason: "", year_total: 3_000, year_limit: 4_000 };
  const find = (total: number, status = "none") =>
    findExceededLimit({ ...documents, status } as Parameters<typeof findExceededLimit>[0], total);
  expect([find(999), find(1_000), find(1_001)]).toEqual([null, null, 4_000]);
  expect([find(1_001, "accepted"), find(1_001, "pending"), find(0)]).toEqual([null, 4_000, null]);
});

test("§4.18 an order goes on by itself for two minutes after its last step, and never when it is paused", () => {
  const cart: Cart = {
    ...emptyCart("1"),
    lines: [{ id: 1, prize_id: "7", cartCount: 2, physical: false, selected_additional_fields: [] }],
  };
  const order: OrderProgress = {
    ...{ units: 3, done: 1, spent: 10, unknownSince: null, paused: false, baseline: null },
    movedAt: Date.now(),
  };
  const isFresh = (change: Partial<OrderProgress>) => viewOrder(cart, { ...order, ...change }, new Map()).fresh;
  const ago = (seconds: number) => ({ movedAt: Date.now() - seconds * 1000 });
  expect([isFresh({}), isFresh(ago(110)), isFresh(ago(130))]).toEqual([true, true, false]);
  expect(isFresh({ paused: true })).toBe(false);
  // Moved by a node whose clock is ahead.
  expect([isFresh(ago(-110)), isFresh(ago(-3_600))]).toEqual([true, false]);
});

test("§3.8 forty points of a city are shown, and the page says so when there are more", async () => {
  const look = async (count: number) => {
    const addresses = Array.from({ length: count }, (_, index) => ({
      code: `P${index}`,
      address: "Лесная",
      type: "PVZ",
    }));
    const read = async (_: unknown, { type }: { type: string }) =>
      type === "city" ? { cities: [{ city: "Тверь", code: "1" }], addresses: [] } : { cities: [], addresses };
    const visit = { read } as unknown as Parameters<typeof loadPickupView>[0];
    const { points, hasMore } = await loadPickupView(visit, new URLSearchParams({ delivery_city: "Тверь" }));
    return [points.length, hasMore];
  };
  expect([await look(39), await look(40), await look(41)]).toEqual([
    [39, false],
    [40, false],
    [40, true],
  ]);
});

test("§3.8 of two cities of one name neither is chosen by itself, and the one with the chosen code is", async () => {
  const cities = [
    { city: "Киров", code: "KIR", region: "Кировская область" },
    { city: "Киров", code: "KLU", region: "Калужская область" },
    { city: "Кировск", code: "KRV", region: "Мурманская область" },
  ];
  const read = async (_: unknown, { type }: { type: string }) =>
    type === "city" ? { cities, addresses: [] } : { cities: [], addresses: [] };
  const visit = { read } as unknown as Parameters<typeof loadPickupView>[0];
  const look = async (query: Record<string, string>) => {
    const { city, cities: found } = await loadPickupView(visit, new URLSearchParams(query));
    return city ? city.code : found.length;
  };
  expect(await look({ delivery_city: "Киров" })).toBe(3);
  expect(await look({ delivery_city: "Киров", city: "KLU" })).toBe("KLU");
  expect(await look({ delivery_city: " кировск " })).toBe("KRV");
  expect(await look({ delivery_city: "Киро", city: "MSK" })).toBe(3);
});

test("§3.8 the answers of a refused form come back to their owner only", async () => {
  const cookie = await setFlowState("documents", { userId: "1", reply: '{"status":"error"}' });
  const request = new Request("http://portal/", { headers: { Cookie: cookie.split(";", 1)[0] ?? "" } });
  const read = (userId: string) => readKeptReply(request, { userId, token: "t", role: "member" });
  expect(await read("1")).toEqual({ status: "error" });
  expect(await read("2")).toBeNull();
});

test("§1.4 a letter goes out again while it may still be answered, and never before it went out", () => {
  expect(inviteStatuses.filter(canResend).sort()).toEqual(["error", "expired", "sent"]);
});

test("§1.4 of the last list the page tells how many rows it had and how many have failed", () => {
  const summary = {
    ...{ import_id: "8", import_date: "2026-03-02T09:00:00Z", import_status: "done" },
    ...{ import_total: 40, import_failed: 3, resendable: 5 },
  };
  expect(viewLastImport(summary)).toMatchObject({ id: "8", total: 40, failed: 3, status: "done" });
  expect(viewLastImport({ ...summary, import_id: "" })).toBeNull();
});

test("§1.5 sales count from the day of joining, and from the promotion's first day where that comes later", () => {
  const view = (joined_at: string | null, date_start = "2026-03-10") =>
    viewBonus({
      ...{ id: "1", name: "Акция", bonus_points: 5, date_start, date_end: "2026-03-31", joined_at },
      ...{ budget_left: -4, earned_points: 15 },
    } as unknown as Parameters<typeof viewBonus>[0]);
  expect(view("2026-03-01")?.countedDays).toBe("с\u00a010.03.26 по\u00a031.03.26");
  expect(view("2026-03-12")?.countedDays).toBe("с\u00a012.03.26 по\u00a031.03.26");
  expect(view(null)).toEqual({ countedDays: "", left: 0, earned: 15 });
});

test("§3.10 a period may begin and end on one day; it is reversed when it ends the day before", () => {
  const isReversed = (date_from: string, date_to: string) =>
    readFilter(new URLSearchParams({ date_from, date_to })).isReversed;
  expect(isReversed("2026-05-31", "2026-05-31")).toBe(false);
  expect(isReversed("2026-05-31", "2026-06-01")).toBe(false);
  expect(isReversed("2026-06-01", "2026-05-31")).toBe(true);
  // One end alone, or what is no day, makes no period.
  expect([isReversed("2026-06-01", ""), isReversed("", "2026-06-01"), isReversed("2026-06-01", "0")]).toEqual([
    false,
    false,
    false,
  ]);
});

test("§9.1 a promotion begins and ends with a day of Moscow, three hours before that of UTC", () => {
  const stateAt = (moment: string) => {
    const [promotion] = listPromotions.reply.parse({
      items: [{ id: "1", name: "Акция", date_start: "2026-03-10", date_end: "2026-03-31" }],
      total: 1,
    }).items;
    return viewPromotion(promotion as Parameters<typeof viewPromotion>[0], new Date(moment)).state;
  };
  expect([stateAt("2026-03-09T20:59:59Z"), stateAt("2026-03-09T21:00:00Z")]).toEqual(["upcoming", "running"]);
  expect([stateAt("2026-03-31T20:59:59Z"), stateAt("2026-03-31T21:00:00Z")]).toEqual(["running", "ended"]);
});

test("§9.1 a promotion says the days that matter: the end of one that runs, both of another, as far as they are known", () => {
  const days = (date_start: string, date_end: string) => {
    const [promotion] = listPromotions.reply.parse({
      items: [{ id: "1", name: "Акция", date_start, date_end }],
      total: 1,
    }).items;
    const view = viewPromotion(promotion as Parameters<typeof viewPromotion>[0], new Date("2026-03-15T09:00:00Z"));
    return view.dates.replaceAll("\u00a0", " ");
  };
  expect([days("2026-03-10", "2026-03-31"), days("2026-03-10", "")]).toEqual(["до 31.03.26", ""]);
  expect([days("2026-04-01", "2026-04-30"), days("2026-04-01", "")]).toEqual(["с 01.04.26 по 30.04.26", "с 01.04.26"]);
  expect([days("2026-02-01", "2026-02-28"), days("", "2026-02-28")]).toEqual(["с 01.02.26 по 28.02.26", "до 28.02.26"]);
});

test("§1.3 under a report of the list stand its first three errors", () => {
  const errors = [1, 2, 3, 4, 5].map((row) => ({ row, field: "", message: `Ошибка ${row}` }));
  const list = {
    ...{
      items: [{ id: "1", file_name: "а.csv", date: "", status: "done", errors }],
      total: 1,
      sent: 1,
      hasTotal: true,
    },
  } as unknown as Parameters<typeof viewReportList>[0];
  expect(viewReportList(list, 1).items[0]?.errors.map(({ row }) => row)).toEqual([1, 2, 3]);
});

test("§2.1.7 the documents of each role stand under its own heading, shops first", () => {
  const file = (code: string) => [{ code, link: `/media/${code}.pdf` }];
  const groups = groupRules([], { curator: file("c"), sales: file("s"), retail: file("r") });
  expect(groups.map(({ title, documents }) => [title, documents.map(({ code }) => code)])).toEqual([
    ["Магазинам и сервисам", ["r"]],
    ["Отделам продаж", ["s"]],
    ["Кураторам дистрибьюторов", ["c"]],
  ]);
});

test("§9.1 a page's number counts from one, and what is none means the first", () => {
  const read = (page: string) => readPageNumber(new URLSearchParams({ page }));
  expect(["1", "2", "100000"].map(read)).toEqual([1, 2, 100_000]);
  for (const none of ["0", "-1", "1.5", "100001", "x", ""]) expect([none, read(none)]).toEqual([none, 1]);
});

test("§8.6 what is gone is told apart from what the upstream refuses, whose status and words the page keeps", () => {
  const words = { goneTitle: "Нет", goneText: "Удалён.", refusedTitle: "Не открылся" };
  const explain = (status: number, message: string, aliases: readonly string[] = []) =>
    explainMissing({ status, aliases, message, fields: {} }, words);
  const refused = { missing: { title: "Не открылся", text: "Позже" } };
  expect(explain(429, "Позже")).toEqual({ ...refused, status: 429 });
  expect(explain(200, "Позже")).toEqual({ ...refused, status: 422 });
  const gone = { missing: { title: "Нет", text: "Удалён." }, status: 404 };
  expect(explain(404, DEFAULT_ERROR_MESSAGE)).toEqual(gone);
  expect(explain(422, DEFAULT_ERROR_MESSAGE, [alias.reportUnknown])).toEqual(gone);
  expect(explain(404, "Стёрт").missing.text).toBe("Стёрт");
});

test("§8.8 a form with files may be as large as is said, and no byte larger", async () => {
  const body = "a=1&b=2";
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": String(body.length) };
  const read = (bytes: number) =>
    readUploadForm(new Request("http://portal/", { method: "POST", headers, body }), bytes);
  expect([...((await read(body.length)) ?? [])]).toEqual([
    ["a", "1"],
    ["b", "2"],
  ]);
  expect(await read(body.length - 1)).toBeNull();
});

test("§8.1 a notice whose title is too long for its cookie arrives with the beginning of it", async () => {
  const title = Array.from({ length: 3_000 }, (_, index) => index.toString(36)).join(" ");
  const cookie = await setNotice({ kind: "info", title, text: "Готово." });
  expect(cookie.length).toBeLessThan(4_096);
  const request = new Request("http://portal/", { headers: { Cookie: cookie.split(";", 1)[0] ?? "" } });
  const { notice } = (await readNotice(request)) ?? {};
  expect(notice?.text).toBe("Готово.");
  expect(notice?.title).toBe(`${title.slice(0, 300)}… (сообщение сокращено)`);
});
