import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RawInput } from "../../../../club/platform/acts/carry-out";
import { readPage } from "../../../../club/platform/acts/view";
import { ADVISORY_LOCKS } from "../../../../club/platform/db/advisory-locks";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { verifyNewEntries } from "../../../../club/points/verify-new-entries";
import { recallDeals } from "../../../../club/sales/deals/recall-deals";
import { promotionCosts } from "../../../../club/sales/promotions/operators/list-promotion-costs";
import { enterPromoCode, listOwnPromotions } from "../../../../contract/promotions";
import { openTestClub, type TestClub } from "../../../setup/club";
import { readCard, readList, readToday, refusalOf, whySecondOperator } from "../../operators";
import { addPerson } from "../../points/people";
import { act, report, saleOf } from "../deals/recall";
import { ARTICLES, addDistributor, type Distributor, INNS } from "../deals/reports";
import { addPromotion, readSpent } from "./promotions";

let club: TestClub;
let people: Distributor;
let year = 2005;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
  people = await addDistributor(club);
});
afterAll(() => club.close());
/** Each test has the sales of a year of its own. */
beforeEach(() => {
  year += 1;
});

const on = (day: number) => `${year}-03-${String(day).padStart(2, "0")}`;
const sale = (day: number, count: string, changes: Parameters<typeof saleOf>[1] = {}) =>
  saleOf(people, { date: on(day), count, ...changes });
const manager = () => people.managers[0];
const member = () => people.members[0];
const march = () => ({ start: on(1), end: on(31) });
const holds = async () => expect(await verifyLedger(club.db)).toEqual([]);

/** What the list says, without its words: participants, deals and points of each row. */
async function readCosts(filters: RawInput): Promise<string[][]> {
  const page = await readPage(club.club.services, promotionCosts, filters);
  return page.rows.map(({ cells }) => cells.slice(1));
}

describe("the terms", () => {
  test("§1.5 an operator sets points, factor and budget, and reads what changes", async () => {
    const id = String(await addPromotion(club, march()));
    const set = (input: RawInput) => act(club, "set-promotion-bonus", { promotion: id, ...input });
    const first = await set({ points: "5", budget: "10000" });
    expect(first.outcome.lines[0]).toBe(
      "Акция «Весна»: было — без дополнительных баллов, бюджет без ограничения; станет — +5 баллов за штуку, бюджет 10 000 баллов.",
    );
    expect(first.outcome.points).toBe(10_000);
    // Other terms for what isn't spent may give all of it to others.
    expect((await set({ points: "50", budget: "10000" })).outcome.points).toBe(10_000);
    await set({ factor: "1,5", budget: "9000" });
    const terms = club.db.selectFrom("promotions").select(["bonus_points", "bonus_factor", "budget"]);
    expect(await terms.where("id", "=", Number(id)).executeTakeFirst()).toEqual({
      bonus_points: null,
      bonus_factor: 1.5,
      budget: 9_000,
    });
    const { items } = await club.ask(listOwnPromotions, { id }, { token: manager().token });
    expect(items[0]).toMatchObject({ bonus_factor: 1.5, budget_left: 9_000, earned_points: 0, joined_at: "" });
    await set({});
    expect((await readCard(club, "promotion", id)).text).toContain("без дополнительных баллов");
  });

  test("§1.5 both at once, a budget alone, one below what was added, and a promotion without articles are refused", async () => {
    const id = await addPromotion(club, { ...march(), points: 5, joined: [[manager().id, on(1)]] });
    await report(club, people, [sale(2, "10")]);
    const refusal = async (input: RawInput) =>
      (await refusalOf(club, "set-promotion-bonus", { promotion: String(id), ...input }))?.message;
    expect(await refusal({ points: "5", factor: "2" })).toContain("не то и другое");
    expect(await refusal({ points: "5" })).toContain("Задайте бюджет");
    expect(await refusal({ budget: "500" })).toContain("Бюджет задают вместе");
    expect(await refusal({ points: "5", budget: "49" })).toContain("уже добавила 50 баллов");
    const more = await act(club, "set-promotion-bonus", { promotion: String(id), points: "5", budget: "500" });
    // What it has added isn't given again.
    expect(more.outcome.points).toBe(450);
    // A budget that is used up may be the whole of it.
    expect(
      (await act(club, "set-promotion-bonus", { promotion: String(id), points: "5", budget: "50" })).outcome.points,
    ).toBe(0);
    await act(club, "set-promotion-articles", { promotion: String(id), article: [] });
    expect(await refusal({ points: "5", budget: "500" })).toContain("Сначала задайте артикулы");
    await expect(act(club, "set-promotion-bonus", { promotion: String(id), factor: "1" })).rejects.toThrow("Больше 1");
  });

  test("§1.5 card and list say what is left of the budget, and that it is used up", async () => {
    const id = await addPromotion(club, { ...march(), points: 5, budget: 50, joined: [[manager().id, on(1)]] });
    const left = async () => {
      const { items } = await club.ask(listOwnPromotions, { id }, { token: manager().token });
      return items[0];
    };
    expect(await left()).toMatchObject({ bonus_points: 5, budget_left: 50, earned_points: 0, joined_at: on(1) });
    const { id: fileId } = await report(club, people, [sale(2, "20")]);
    expect(await left()).toMatchObject({ budget_left: 0, earned_points: 50 });
    expect((await readCard(club, "promotion", String(id))).text).toContain("бюджет исчерпан");
    // The promotion was in the past.
    expect(await readToday(club, "promotions")).toEqual([0]);
    await act(club, "change-promotion", { promotion: String(id), end: "2026-12-31" });
    expect(await readToday(club, "promotions")).toEqual([1]);
    expect((await readList(club, "promotions", { state: "used_up" })).ids).toEqual([String(id)]);
    await act(club, "change-promotion", { promotion: String(id), end: "2026-12-15" });
    const finds = async (state: string) => (await readList(club, "promotions", { state })).ids.includes(String(id));
    expect([await finds("running"), await finds("over")]).toEqual([true, false]);
    await act(club, "change-promotion", { promotion: String(id), end: "2026-12-14" });
    expect([await finds("running"), await finds("over")]).toEqual([false, true]);
    await act(club, "change-promotion", { promotion: String(id), end: on(31) });
    // What was taken back isn't earned any more.
    await act(club, "recall-report", { report: fileId, reason: "Чужой отчёт" });
    expect(await left()).toMatchObject({ budget_left: 50, earned_points: 0 });
  });
});

test("§1.5 a promotion asks for codes once an operator has added some, and another one goes on as it was", async () => {
  const ids = [await addPromotion(club, march()), await addPromotion(club, march())];
  await club.db.updateTable("promotions").set({ accepts_promo_codes: false }).where("id", "in", ids).execute();
  await act(club, "add-promo-codes", { promotion: String(ids[0]), points: "5", code: [`ACT-${year}`] });
  const asks = club.db.selectFrom("promotions").select("accepts_promo_codes").where("id", "in", ids).orderBy("id");
  expect((await asks.execute()).map((row) => row.accepts_promo_codes)).toEqual([true, false]);
});

test("§1.5 a code is the same however it is written, and is added once", async () => {
  const promotion = String(await addPromotion(club, march()));
  const add = (...code: string[]) => ({ promotion, points: "5", code });
  const { outcome } = await act(club, "add-promo-codes", add("Lada-7", "LADA 7", "lada7"));
  expect([outcome.lines[0], outcome.points]).toEqual([expect.stringMatching(/^Кодов: 1,/), 5]);
  // One of an older time is stored as it was printed.
  await club.db
    .insertInto("promo_codes")
    .values({ code: "Volga-8", promotion_id: Number(promotion), points: 5 })
    .execute();
  expect(await refusalOf(club, "add-promo-codes", add("VOLGA8"))).toMatchObject({ message: "Уже есть: Volga-8." });
});

test("§1.5 generated codes begin as the operator says, can't be misread, come as a file, and each can be entered", async () => {
  const promotion = String(await addPromotion(club, {}));
  const { outcome } = await act(club, "add-promo-codes", { promotion, points: "7", count: "200", prefix: "lada 26-" });
  expect(outcome.points).toBe(1_400);
  const [title, ...codes] = String(outcome.file?.content)
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
  expect([title, codes.length, new Set(codes).size]).toEqual(["Промокод", 200, 200]);
  expect(codes.filter((code) => !/^LADA26[A-HJKMNP-Z2-9]{8}$/.test(code))).toEqual([]);
  const stored = club.db
    .selectFrom("promo_codes")
    .select(["code", "points"])
    .where("promotion_id", "=", Number(promotion));
  expect((await stored.execute()).map(({ code, points }) => `${code} ${points}`).sort()).toEqual(
    codes.map((code) => `${code} 7`).sort(),
  );
  const { token } = await addPerson(club, { role: "member" });
  const last = codes.at(-1) ?? "";
  const entered = await club.ask(
    enterPromoCode,
    { promo_code: `${last.slice(0, 9)}-${last.slice(9).toLowerCase()}` },
    { token },
  );
  expect(entered).toEqual({ points: 7, action_name: "Весна" });
});

test("§1.5 one end of a promotion's days is compared with the other as it stays, both with each other", async () => {
  const promotion = String(await addPromotion(club, march()));
  const move = (days: RawInput) => refusalOf(club, "change-promotion", { promotion, ...days });
  const isReversed = { message: "Последний день раньше первого.", field: "end" };
  expect(await move({ start: `${year}-04-01` })).toEqual(isReversed);
  expect(await move({ end: `${year}-02-28` })).toEqual(isReversed);
  expect(await move({ start: on(20), end: on(10) })).toEqual(isReversed);
  expect(await move({ start: `${year}-05-01`, end: `${year}-05-02` })).toBeUndefined();
  expect(await move({ start: `${year}-01-01`, end: `${year}-01-02` })).toBeUndefined();
});

describe("a bonus without a budget", () => {
  const why = (name: string, input: RawInput) => whySecondOperator(club, name, input);
  const isAsked = [expect.stringContaining("ничем не ограничено")];

  test("§1.5 a second operator agrees to days that it hasn't had, at either end, and to no others", async () => {
    const terms = { start: on(10), end: on(20), points: 4 };
    const promotion = String(await addPromotion(club, terms));
    const move = (days: RawInput) => why("change-promotion", { promotion, ...days });
    for (const days of [
      { start: on(9) },
      { end: on(21) },
      { start: on(9), end: on(15) },
      { start: on(15), end: on(21) },
    ]) {
      expect([days, await move(days)]).toEqual([days, isAsked]);
    }
    for (const days of [{ start: on(10) }, { end: on(20) }, { start: on(11), end: on(19) }]) {
      expect([days, await move(days)]).toEqual([days, []]);
    }
    expect(await why("change-promotion", { promotion, name: "Лето" })).toEqual([]);
    const longer = { start: on(9), end: on(21) };
    for (const other of [
      { ...terms, budget: 100 },
      { start: on(10), end: on(20) },
    ]) {
      expect(await why("change-promotion", { promotion: String(await addPromotion(club, other)), ...longer })).toEqual(
        [],
      );
    }
    // Days of a promotion that has had all of them only become fewer.
    expect(
      await why("change-promotion", { promotion: String(await addPromotion(club, { points: 4 })), ...longer }),
    ).toEqual([]);
  });

  test("§1.5 a second operator agrees to another article and to switching it on, not to fewer articles or to switching it off", async () => {
    const promotion = String(await addPromotion(club, { ...march(), points: 4 }));
    const [first, second] = ARTICLES.map(({ code }) => code);
    const set = (...article: (string | undefined)[]) =>
      why("set-promotion-articles", { promotion, article: article.flatMap((code) => code ?? []) });
    expect(await set(first)).toEqual([]);
    expect(await set(second)).toEqual(isAsked);
    expect(await set(first, second)).toEqual(isAsked);
    expect(await why("enable-promotion", { promotion })).toEqual(isAsked);
    expect(await why("disable-promotion", { promotion })).toEqual([]);
    await act(club, "set-promotion-articles", { promotion, article: [first ?? "", second ?? ""] });
    expect(await set(first)).toEqual([]);
  });
});

describe("past deals", () => {
  test("§1.3 §1.5 what was added to a recalled deal isn't told as given", async () => {
    const id = String(
      await addPromotion(club, { ...march(), points: 2, budget: 100, joined: [[manager().id, on(1)]] }),
    );
    const { id: fileId } = await report(club, people, [sale(2, "10")]);
    const given = async () => (await readCosts({ promotion: id }))[0];
    expect(await given()).toEqual(["1", "1", "20"]);
    await act(club, "recall-report", { report: fileId, reason: "Чужой отчёт" });
    expect(await given()).toEqual(["0", "0", "0"]);
  });

  test("§1.5 a replay says what credit-promotion then credits, once", async () => {
    await report(club, people, [sale(2, "10"), sale(9, "4"), sale(12, "3", { inn: INNS[1] }), sale(30, "1")]);
    await report(club, people, [sale(13, "-2")]);
    const joined = [
      [manager().id, on(5)],
      [member().id, on(1)],
    ] as const;
    const id = String(await addPromotion(club, { start: on(1), end: on(20), points: 2, joined }));
    const before = await Promise.all([manager(), member()].map((person) => readBalance(club.db, person.id)));
    const period = { promotion: id, from: on(1), until: on(31) };
    // The manager has joined on the 5th, and two of the four pieces of the 9th came back.
    const [given, due, ofJoined, ofAll] = await readCosts(period);
    expect([given, due]).toEqual([
      ["0", "0", "0"],
      ["2", "3", String(2 * (2 + 3) + 2 * (10 + 2))],
    ]);
    expect(ofJoined).toEqual(["2", "4", String(2 * (10 + 2 + 3 + 1) + 2 * (10 + 2 + 1))]);
    expect(ofAll).toEqual(["3", "4", String(2 * 2 * 16)]);

    const { outcome } = await act(club, "credit-promotion", period);
    expect(outcome.points).toBe(34);
    const after = await Promise.all([manager(), member()].map((person) => readBalance(club.db, person.id)));
    expect(after).toEqual([(before[0] ?? 0) + 10, (before[1] ?? 0) + 24]);
    expect((await readCosts(period)).slice(0, 2)).toEqual([due, given]);
    await holds();
    expect((await act(club, "credit-promotion", period)).outcome.points).toBe(0);

    await report(club, people, [sale(14, "-2")]);
    expect(await readSpent(club, Number(id))).toBe(34 - 2 * 2 * 2);
    await holds();
    const { db, seal } = club.club.services;
    expect(await verifyNewEntries(db, { seal, now: new Date() })).toMatchObject({ count: 0 });
  });

  test("§1.5 what a promotion that hasn't begun would cost is told by the sales of the last year", async () => {
    const days = ["2025-12-14", "2025-12-15", "2026-12-15"];
    await report(
      club,
      people,
      [1, 2, 4].map((count, index) => sale(1, String(count), { date: days[index] ?? "" })),
    );
    const costs = async (start: string, end: string | null) => {
      const promotion = String(await addPromotion(club, { start, end, points: 1, joined: [[manager().id, on(1)]] }));
      return (await readCosts({ promotion })).map(([, , points]) => points);
    };
    // For the manager alone, who has joined, and for both sides.
    expect(await costs("2027-01-01", "2027-01-31")).toEqual(["0", "0", "6", "12"]);
    expect(await costs("2026-12-16", null)).toEqual(["0", "0", "6", "12"]);
    expect(await costs("2026-12-15", "2027-01-31")).toEqual(["0", "4", "4", "8"]);
    expect(await costs("2025-12-14", "2025-12-14")).toEqual(["0", "1", "1", "2"]);
  });

  test("§1.5 days that the operator names count instead of the promotion's own, each end by itself", async () => {
    await report(club, people, [sale(2, "1"), sale(10, "2"), sale(20, "4"), sale(30, "8")]);
    const promotion = String(
      await addPromotion(club, { start: on(5), end: on(25), points: 1, joined: [[manager().id, on(1)]] }),
    );
    const cost = async (days: RawInput) => (await readCosts({ promotion, ...days }))[2]?.[2];
    expect(await cost({})).toBe("6");
    expect(await cost({ from: on(15) })).toBe("4");
    expect(await cost({ from: on(1) })).toBe("7");
    expect(await cost({ until: on(15) })).toBe("2");
    expect(await cost({ until: on(31) })).toBe("14");
    expect(await cost({ from: on(1), until: on(31) })).toBe("15");
  });

  test("§1.5 points that are tried win over a factor that a filter has left over", async () => {
    await report(club, people, [sale(2, "10")]);
    const promotion = String(await addPromotion(club, { ...march(), factor: 2, joined: [[manager().id, on(1)]] }));
    expect((await readCosts({ promotion, points: "3", factor: "5" }))[1]).toEqual(["1", "1", "30"]);
    expect((await readCosts({ promotion }))[1]).toEqual(["1", "1", "30"]);
    expect((await readCosts({ promotion, factor: "5" }))[1]).toEqual(["1", "1", "120"]);
  });

  test("§1.5 other terms may be tried before they are set", async () => {
    await report(club, people, [sale(2, "10")]);
    const promotion = String(await addPromotion(club, { ...march(), joined: [[manager().id, on(1)]] }));
    expect(await readCosts({ promotion })).toEqual([]);
    expect((await readCosts({ promotion, points: "3" }))[1]).toEqual(["1", "1", "30"]);
    expect((await readCosts({ promotion, factor: "3" }))[3]).toEqual(["2", "1", String(2 * 30 + 2 * 50)]);
  });

  test("§1.5 the budget bounds what is credited for past deals, and the operator reads what it lacks", async () => {
    await report(club, people, [sale(2, "10"), sale(3, "10")]);
    const id = await addPromotion(club, { ...march(), points: 1, budget: 15, joined: [[manager().id, on(1)]] });
    const { outcome } = await act(club, "credit-promotion", { promotion: String(id), from: on(1), until: on(31) });
    expect(outcome.points).toBe(15);
    expect(outcome.lines[1]).toBe("Бюджета не хватит ещё на 5 баллов.");
    await holds();
  });

  test("§1.6 crediting past deals while reports are counted credits each deal once, within the budget", async () => {
    await report(club, people, [sale(1, "10"), sale(2, "10")]);
    const id = await addPromotion(club, { ...march(), points: 1, budget: 45, joined: [[manager().id, on(1)]] });
    const credit = () => act(club, "credit-promotion", { promotion: String(id), from: on(1), until: on(31) });
    await Promise.all([credit(), credit(), ...[3, 4, 5].map((day) => report(club, people, [sale(day, "10")]))]);
    await holds();
    expect(await readSpent(club, id)).toBe(45);
    const bonuses = club.db.selectFrom("promotion_bonuses").select("points").where("promotion_id", "=", id);
    expect((await bonuses.execute()).map(({ points }) => points).sort()).toEqual([10, 10, 10, 10, 5]);
  });

  test("§1.5 a credit waits for a recall that is under way, and credits nothing for what was recalled", async () => {
    const { id: fileId } = await report(club, people, [sale(1, "10"), sale(2, "10")]);
    const id = await addPromotion(club, { ...march(), points: 1, joined: [[manager().id, on(1)]] });
    const { services } = club.club;
    let commit = () => {};
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let isRecalled = () => {};
    const recalled = new Promise<void>((resolve) => {
      isRecalled = resolve;
    });
    const recall = services.db.transaction().execute(async (trx) => {
      await recallDeals(trx, services, { of: { fileId: Number(fileId) }, reason: "Чужой отчёт" });
      isRecalled();
      await mayCommit;
    });
    await recalled;
    const credit = act(club, "credit-promotion", { promotion: String(id), from: on(1), until: on(31) });
    try {
      await expect.poll(countWaiting).toBe(1);
    } finally {
      commit();
      await recall;
    }
    expect((await credit).outcome.points).toBe(0);
    await holds();
  });
});

/** Transactions that wait for the lock of recalls and returned sales. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_locks
    where locktype = 'advisory' and objid = ${ADVISORY_LOCKS.returnedSales} and not granted
  `.execute(club.db);
  return rows[0]?.count ?? 0;
}

test("§1.3 when two accounts become one, extra points go along and are taken back from the one that stays", async () => {
  const double = await addPerson(club, { role: "manager", curatorId: people.curator.id });
  const id = await addPromotion(club, { ...march(), points: 2, joined: [[double.id, on(1)]] });
  const { id: fileId } = await report(club, people, [sale(2, "10", { manager: double.phone })]);
  const before = await readBalance(club.db, manager().id);
  await act(club, "merge-people", { person: manager().phone, duplicate: double.phone, reason: "Один человек" });
  expect(await readBalance(club.db, manager().id)).toBe(before + 50);
  await holds();
  await act(club, "recall-report", { report: fileId, reason: "Чужой отчёт" });
  expect(await readBalance(club.db, manager().id)).toBe(before);
  expect(await readSpent(club, id)).toBe(0);
  await holds();
});
