import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadDeals } from "../../../app/features/deals/view-deals.server";
import { loadStatement } from "../../../app/features/points/load-statement.server";
import { loadPoints } from "../../../app/features/points/view-points.server";
import { loadLastMovement } from "../../../app/features/profile/profile.server";
import { setUpstreamUrl } from "../../../app/lib/configuration.server";
import { listDeals, listPoints } from "../../../contract/deals";
import { readPointsStatement, summariseDeals, summarisePoints } from "../../../contract/overviews";

const UPSTREAM = "http://127.0.0.1:9";

// What the pages of points say of a reply, at the edges of a page and of a group.

beforeEach(() => {
  vi.stubEnv("SESSION_SECRETS", "tests-tests-tests-tests-tests-tests-tests");
  vi.stubEnv("UPSTREAM_EXTENSIONS", "true");
  setUpstreamUrl(UPSTREAM, { extensions: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

type Lists = { added?: object[]; spent?: object[]; addedTotal?: number; spentTotal?: number };

function reply({ added = [], spent = [], addedTotal = added.length, spentTotal = spent.length }: Lists) {
  return listPoints.reply.parse({
    added: { items: added, total: addedTotal },
    spent: { items: spent, total: spentTotal },
  });
}

/** The lists of these pages, of an upstream that answers so whatever it is asked for. */
async function load(lists: Lists, pages = { added: 1, spent: 1 }) {
  const visit = { read: async () => reply(lists), callOptional: async () => null };
  return loadPoints(visit as unknown as Parameters<typeof loadPoints>[0], pages);
}

const accrual = (id: number, fields: object = {}) => ({
  ...{ id: String(id), date: "2026-03-02", action: `Продажа ${id}`, sumAdd: 10, report_id: "r1" },
  ...{ report_date: "2026-03-02", sell_date: "2026-03-01", available_on: "2026-03-16", ...fields },
});
const unit = (id: number, fields: object = {}) => ({
  ...{ id: String(id), date: "2026-03-02", action: `Подарок ${id}`, sumSub: 10, status: "new" },
  ...{ order_id: String(id), first_order_id: "1", ...fields },
});

test("§3.10 a folded report says the latest day from which its points can be spent", async () => {
  const days = ["2026-03-10", "2026-03-16", "2026-03-12"];
  const { added } = await load({ added: days.map((available_on, id) => accrual(id, { available_on })) });
  expect(added.items.map(({ availableOn }) => availableOn)).toEqual(["16.03.26"]);
});

test("§3.10 a report that says no day for some of its points says that of the others", async () => {
  const of = async (...days: string[]) => {
    const { added } = await load({ added: days.map((available_on, id) => accrual(id, { available_on })) });
    return added.items.map(({ availableOn }) => availableOn);
  };
  expect(await of("2026-03-16", "")).toEqual(["16.03.26"]);
  expect(await of("", "")).toEqual([""]);
});

test("§3.10 the last report or order is said to be of this page only where another follows", async () => {
  const added = Array.from({ length: 36 }, (_, id) => accrual(id));
  const spent = Array.from({ length: 36 }, (_, id) => unit(id));
  const say = async (total: number) => {
    const lists = await load({ added, spent, addedTotal: total, spentTotal: total });
    return [lists.added, lists.spent].map(({ items }) => items.map(({ action }) => action.replaceAll("\u00a0", " ")));
  };
  expect(await say(36)).toEqual([["Отчёт от 02.03.26: 36 строк"], ["Заказ, 36 подарков"]]);
  expect(await say(37)).toEqual([
    ["Отчёт от 02.03.26: 36 строк на этой странице"],
    ["Заказ, 36 подарков на этой странице"],
  ]);
});

test("§3.10 the first report of a further page is said to be of this page, those between are whole", async () => {
  const reports = ["r1", "r1", "r2", "r2", "r3", "r3"];
  const added = reports.map((report_id, id) => accrual(id, { report_id }));
  const parts = async (total: number) => {
    const lists = await load({ added, addedTotal: total }, { added: 2, spent: 1 });
    return lists.added.items.map(({ action }) => action.includes("на этой странице"));
  };
  expect(await parts(42)).toEqual([true, false, false]);
  expect(await parts(73)).toEqual([true, false, true]);
});

test("§3.10 what has no report or order stays alone, whatever stands beside it", async () => {
  const { added, spent } = await load({
    added: [1, 2].map((id) => accrual(id, { report_id: "" })),
    spent: [1, 2].map((id) => unit(id, { order_id: "", first_order_id: "" })),
  });
  expect([added.items.length, spent.items.length]).toEqual([2, 2]);
});

test("§3.10 an order says how many of its gifts are done only while others aren't", async () => {
  const note = async (...statuses: string[]) => {
    const { spent } = await load({ spent: statuses.map((status, id) => unit(id + 1, { status })) });
    return spent.items.map((order) => order.note);
  };
  expect(await note("completed", "completed")).toEqual([""]);
  expect(await note("completed", "new")).toEqual(["Выполнено 1 из 2"]);
  expect(await note("new", "sent")).toEqual([""]);
});

test("§3.10 a parcel's number is told while it is on its way", async () => {
  const note = async (status: string) => {
    const { spent } = await load({ spent: [unit(1, { status, tracking_number: "RA1" })] });
    return spent.items[0]?.note;
  };
  expect([await note("sent"), await note("completed"), await note("new")]).toEqual(["Отправление RA1", "", ""]);
});

test("§3.10 days on which nothing is held aren't told", async () => {
  const held = [{ date: "2026-03-16", points: 0 }, { date: "2026-03-17" }, { date: "2026-03-18", points: 5 }];
  const answer = listPoints.reply.parse({ added: { items: [], total: 0 }, spent: { items: [], total: 0 }, held });
  const visit = { read: async () => answer, callOptional: async () => null };
  const lists = await loadPoints(visit as unknown as Parameters<typeof loadPoints>[0], { added: 1, spent: 1 });
  expect(lists.held).toEqual([{ date: "18.03.26", points: 5 }]);
});

test("§3.10 §6.2 months of points stand on the first page of both lists, without the month that isn't whole", async () => {
  const months = ["2026-03", "2026-02", "2026-01"].map((month) => ({ month, count: 1, points: 10 }));
  const chart = async (is_complete: boolean, pages = { added: 1, spent: 1 }) => {
    const summary = summarisePoints.reply.parse({ is_complete, months });
    const visit = { read: async () => reply({}), callOptional: async () => summary };
    return (await loadPoints(visit as unknown as Parameters<typeof loadPoints>[0], pages)).months.length;
  };
  expect([await chart(true), await chart(false)]).toEqual([3, 2]);
  expect([await chart(true, { added: 2, spent: 1 }), await chart(true, { added: 1, spent: 2 })]).toEqual([0, 0]);
});

test("§3.10 sales are summed where all are known, and on the first page only", async () => {
  const months = ["2026-03", "2026-02", "2026-01"].map((month) => ({ month, count: 1, points: 10 }));
  const items = ["2026-03-02", "2026-02-02"].map((sell_date, id) => ({ id, sell_date, sell_count: 1, points: 4 }));
  const sums = async (is_complete: boolean, page: number) => {
    const summary = summariseDeals.reply.parse({ is_complete, months, articles: [] });
    const visit = {
      read: async () => listDeals.reply.parse({ items, total: page === 1 ? 2 : 17 }),
      callOptional: async () => summary,
    };
    const filter = { from: "", to: "", isReversed: false, search: "" };
    const list = await loadDeals(visit as unknown as Parameters<typeof loadDeals>[0], "manager", page, filter);
    return [list.points, list.months.length];
  };
  expect([await sums(true, 1), await sums(false, 1), await sums(true, 2)]).toEqual([
    [30, 3],
    [null, 2],
    [null, 0],
  ]);
  // Another upstream sends the sales themselves.
  setUpstreamUrl(UPSTREAM);
  expect([await sums(true, 1), await sums(true, 2)]).toEqual([
    [8, 2],
    [null, 0],
  ]);
});

test("§3.10 sales are shown also where their sums aren't told, and a sale whose points aren't told counts none", async () => {
  const items = [
    { id: 1, sell_date: "2026-03-02", sell_count: 1, points: 4 },
    { id: 2, sell_date: "2026-03-03" },
  ];
  const visit = { read: async () => listDeals.reply.parse({ items, total: 2 }), callOptional: async () => null };
  const load = () => {
    const filter = { from: "", to: "", isReversed: false, search: "" };
    return loadDeals(visit as unknown as Parameters<typeof loadDeals>[0], "manager", 1, filter);
  };
  const unsummed = await load();
  expect([unsummed.items.length, unsummed.points, unsummed.months, unsummed.articles]).toEqual([2, null, [], []]);
  setUpstreamUrl(UPSTREAM);
  expect((await load()).points).toBe(4);
});

test("§3.10 a statement of an older month than those that are offered is offered too", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-15T09:00:00Z") });
  const sums = { opening: 0, closing: 0, added: 0, spent: 0 };
  const read = async () =>
    readPointsStatement.reply.parse({ ...sums, first_month: "2019-01", entries: { items: [], total: 0 } });
  const visit = { read } as unknown as Parameters<typeof loadStatement>[0];
  const { choices } = await loadStatement(visit, new URLSearchParams("month=2020-01"));
  expect([choices.length, choices.at(-1)?.month, choices.at(-2)?.month]).toEqual([61, "2020-01", "2021-04"]);
});

test("§3.10 the latest movement is the newer of both lists, below zero where points were spent", async () => {
  const latest = async (lists: Lists) => {
    const visit = { callOptional: async () => reply(lists) };
    return loadLastMovement(visit as unknown as Parameters<typeof loadLastMovement>[0]);
  };
  const came = [accrual(1, { date: "2026-03-02T10:00:00Z", sumAdd: 50 })];
  const went = (date: string, fields: object = {}) => [unit(2, { date, sumSub: 30, ...fields })];
  const added = { date: "02.03.26", action: "Продажа 1", sum: 50 };
  const taken = { date: "02.03.26", action: "Подарок 2", sum: -30 };
  expect(await latest({ added: came, spent: went("2026-03-02T10:00:01Z") })).toEqual(taken);
  expect(await latest({ added: came, spent: went("2026-03-02T09:59:59Z") })).toEqual(added);
  expect([await latest({ added: came }), await latest({ spent: went("2026-03-02") })]).toEqual([added, taken]);
  expect(await latest({ spent: went("2026-03-02", { sumSub: undefined }) })).toEqual({ ...taken, sum: undefined });
  expect(await latest({})).toBeNull();
});

test("§3.10 §9.1 the statement is of the month of Moscow, which ends three hours before that of UTC", async () => {
  const openAt = async (now: string, query = "") => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    const asked: string[] = [];
    const sums = { opening: 0, closing: 0, added: 0, spent: 0 };
    const read = async (_: unknown, { month }: { month: string }) => {
      asked.push(month);
      return readPointsStatement.reply.parse({ ...sums, first_month: "2026-02", entries: { items: [], total: 0 } });
    };
    const visit = { read } as unknown as Parameters<typeof loadStatement>[0];
    const { error, choices, next } = await loadStatement(visit, new URLSearchParams(query));
    return { asked, months: choices.map(({ month }) => month), isRefused: error !== null, next: next?.month };
  };
  const [last, first] = ["2026-03-31T20:59:59Z", "2026-03-31T21:00:00Z"];
  expect(await openAt(last)).toEqual({ asked: ["2026-03"], months: ["2026-03", "2026-02"], isRefused: false });
  expect(await openAt(first)).toMatchObject({ asked: ["2026-04"], months: ["2026-04", "2026-03", "2026-02"] });
  expect(await openAt(last, "month=2026-04")).toMatchObject({ asked: ["2026-03"], isRefused: true });
  expect(await openAt(first, "month=2026-04")).toMatchObject({ asked: ["2026-04"], isRefused: false });
  expect([(await openAt(last, "month=2026-03")).next, (await openAt(first, "month=2026-03")).next]).toEqual([
    undefined,
    "2026-04",
  ]);
});
