import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadStatement } from "../../../app/features/points/load-statement.server";
import { loadPoints } from "../../../app/features/points/view-points.server";
import { loadLastMovement } from "../../../app/features/profile/profile.server";
import { listPoints } from "../../../contract/deals";
import { readPointsStatement } from "../../../contract/overviews";

// What the pages of points say of a reply, at the edges of a page and of a group.

beforeEach(() => {
  vi.stubEnv("SESSION_SECRETS", "tests-tests-tests-tests-tests-tests-tests");
  vi.stubEnv("UPSTREAM_EXTENSIONS", "true");
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
