import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { processReport } from "../../../../club/sales/deals/process-report";
import { foreseeBonuses } from "../../../../club/sales/promotions/bonuses";
import { acceptAgreement } from "../../../../contract/accounts";
import { listPoints } from "../../../../contract/deals";
import { makeCsv } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../points/people";
import { act, readDeals, report, saleOf } from "../deals/recall";
import { ARTICLES, addDistributor, type Distributor, INNS, upload } from "../deals/reports";
import { addPromotion as addPromotionOf, readSpent, type Terms } from "./promotions";

let club: TestClub;
let people: Distributor;
let year = 2004;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
  people = await addDistributor(club);
});
afterAll(() => club.close());
/** Each test has a year of its own, so that promotions and returned sales of another don't reach it. */
beforeEach(() => {
  year += 1;
});

const on = (day: number) => `${year}-03-${String(day).padStart(2, "0")}`;
const sale = (day: number, count: string, changes: Parameters<typeof saleOf>[1] = {}) =>
  saleOf(people, { date: on(day), count, ...changes });
const manager = () => people.managers[0];
const member = () => people.members[0];
const balances = () => Promise.all([manager(), member()].map(({ id }) => readBalance(club.db, id)));
const holds = async () => expect(await verifyLedger(club.db)).toEqual([]);

/** A promotion in March of the test's year, which the first manager has joined on its first day, unless said otherwise. */
const addPromotion = (terms: Terms) =>
  addPromotionOf(club, { start: on(1), end: on(31), joined: [[manager().id, on(1)]], ...terms });
const spentOf = (id: number) => readSpent(club, id);

/** Points by which a balance has grown. */
async function earned(work: () => Promise<unknown>): Promise<number[]> {
  const before = await balances();
  await work();
  await holds();
  return (await balances()).map((points, index) => points - (before[index] ?? 0));
}

describe("counting", () => {
  test("§1.5 a participant who has joined gets extra points for each piece, and reads what for", async () => {
    const id = await addPromotion({ points: 4 });
    const sold = [
      sale(2, "10"),
      sale(3, "1", { articleCode: ARTICLES[1].code }),
      sale(5, "2", { manager: people.managers[1].phone }),
    ];
    // Rates of 3 and 5, and of 4 and 7: 10 · 3 + 1 · 4 for the manager, and 40 extra.
    expect(await earned(() => report(club, people, sold))).toEqual([74, 67]);
    expect(await spentOf(id)).toBe(40);
    const { added } = await club.ask(listPoints, { page: 1, per_page: 10 }, { token: manager().token });
    expect(added.items).toContainEqual(
      expect.objectContaining({
        action: `Акция «Весна», продажа 02.03.${String(year).slice(2)}: Свеча зажигания, 10 шт.`,
        sumAdd: 40,
      }),
    );
    expect(await earned(() => report(club, people, sold))).toEqual([0, 0]);
  });

  test("§1.5 a factor raises the points of the deal, rounded to whole points", async () => {
    const id = await addPromotion({
      factor: 1.5,
      joined: [
        [manager().id, on(1)],
        [member().id, on(1)],
      ],
    });
    // 9 · 0.5 = 4.5 and 15 · 0.5 = 7.5.
    expect(await earned(() => report(club, people, [sale(2, "3")]))).toEqual([9 + 5, 15 + 8]);
    expect(await spentOf(id)).toBe(13);
  });

  test("§1.5 deals count from the day of joining, within the promotion's days, while it is switched on", async () => {
    const id = await addPromotion({ points: 1, joined: [[manager().id, on(10)]], end: on(20) });
    const counted = await earned(() =>
      report(
        club,
        people,
        [9, 10, 20, 21].map((day) => sale(day, "1")),
      ),
    );
    expect(counted).toEqual([4 * 3 + 2, 4 * 5]);
    await act(club, "disable-promotion", { promotion: String(id) });
    expect(await earned(() => report(club, people, [sale(11, "1")]))).toEqual([3, 5]);
  });

  test("§1.5 the day of joining is Moscow's: who joins after its midnight gets nothing for the day before", async () => {
    // Moscow was four hours ahead of UTC in some of the other tests' years.
    const november = (day: number) => `2016-11-${String(day).padStart(2, "0")}`;
    const id = await addPromotion({ points: 1, start: november(1), end: november(30), joined: [] });
    const join = async (user_id: number, joined_at: string) => {
      const participant = { promotion_id: id, user_id, joined_at: new Date(joined_at) };
      await club.db.insertInto("promotion_participants").values(participant).execute();
    };
    await join(manager().id, `${november(10)}T00:00:00+03:00`);
    await join(member().id, `${november(9)}T23:59:59+03:00`);
    const sold = [8, 9, 10].map((day) => sale(day, "1", { date: november(day) }));
    expect(await earned(() => report(club, people, sold))).toEqual([3 * 3 + 1, 3 * 5 + 2]);
  });

  test("§1.5 a rate that changes later doesn't change what a factor has given", async () => {
    const id = await addPromotion({ factor: 2 });
    await report(club, people, [sale(2, "10")]);
    await club.db.updateTable("articles").set({ manager_points: 30 }).where("code", "=", ARTICLES[0].code).execute();
    await club.db.updateTable("articles").set({ manager_points: 3 }).where("code", "=", ARTICLES[0].code).execute();
    expect(await spentOf(id)).toBe(30);
    await holds();
  });

  test("§1.3 extra points of somebody who hasn't accepted the rules wait, as those of the deal do", async () => {
    const newcomer = await addPerson(club, { role: "manager", curatorId: people.curator.id, isActivated: false });
    await club.db.updateTable("users").set({ phone_confirmed_at: new Date() }).where("id", "=", newcomer.id).execute();
    await addPromotion({ points: 4, joined: [[newcomer.id, on(1)]] });
    await report(club, people, [sale(2, "10", { manager: newcomer.phone })]);
    expect(await readBalance(club.db, newcomer.id)).toBe(0);
    await holds();
    await club.ask(acceptAgreement, { agreement: true }, { token: newcomer.token });
    expect(await readBalance(club.db, newcomer.id)).toBe(70);
    await holds();
  });
});

/**
 * The statements about promotions that counting a report sends to PostgreSQL. The entries are written by one statement, whether
 * or not those of promotions are among them.
 */
async function countStatements(sales: Parameters<typeof makeCsv>[0]): Promise<number> {
  const { result } = await upload(club, people.curator.token, makeCsv(sales));
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await processReport(club.club.services, Number(result?.id));
    const statements = query.mock.calls.map(([statement]) =>
      typeof statement === "string" ? statement : (statement as { text?: string }).text,
    );
    const ofEntries = statements.filter((statement) => statement?.includes("insert into ledger_entries"));
    expect(ofEntries).toHaveLength(1);
    return statements.filter((statement) => statement?.includes("promotion") && !ofEntries.includes(statement)).length;
  } finally {
    query.mockRestore();
  }
}

test("architecture: a report costs two more statements for a thousand rows, and four when a promotion gives points", async () => {
  const many = (month: string) =>
    Array.from({ length: 300 }, (_, index) => {
      const day = String(1 + (index % 28)).padStart(2, "0");
      return sale(1, String(1 + Math.floor(index / 28)), { date: `${year}-${month}-${day}` });
    });
  // Before anything is counted, plausibility asks for promotions too.
  expect(await countStatements([sale(1, "1")])).toBe(2);
  expect(await countStatements(many("04"))).toBe(2);
  const id = await addPromotion({ points: 1, end: `${year}-12-31` });
  expect(await countStatements(many("05"))).toBe(4);
  expect(await spentOf(id)).toBeGreaterThan(300);
  await holds();
});

describe("the budget", () => {
  test("§1.5 the deal that crosses the limit gets what is left, and later ones nothing", async () => {
    const id = await addPromotion({ points: 4, budget: 50 });
    const sold = [sale(2, "10"), sale(3, "10"), sale(4, "1")];
    expect((await earned(() => report(club, people, sold)))[0]).toBe(63 + 50);
    expect(await spentOf(id)).toBe(50);
    expect((await earned(() => report(club, people, [sale(5, "1")])))[0]).toBe(3);
  });

  test("§1.6 reports that are counted at once never exceed it", async () => {
    const id = await addPromotion({ points: 7, budget: 100 });
    const other = await addPromotion({ points: 3, budget: 1000 });
    const before = (await balances())[0] ?? 0;
    const days = Array.from({ length: 8 }, (_, index) => index + 1);
    await Promise.all(days.map((day) => report(club, people, [sale(day, "3"), sale(day, "2", { inn: INNS[1] })])));
    expect(await spentOf(id)).toBe(100);
    expect(await spentOf(other)).toBe(8 * 15);
    expect((await balances())[0]).toBe(before + 8 * 15 + 100 + 8 * 15);
    await holds();
  });
});

describe("what sales would be given", () => {
  const foresee = (days: readonly number[], count: number, replaced: readonly number[] = []) =>
    foreseeBonuses(
      club.db,
      days.map((day) => ({
        managerId: manager().id,
        memberId: member().id,
        sellDate: on(day),
        articleCode: ARTICLES[0].code,
        count,
        managerPoints: 3 * count,
        memberPoints: 5 * count,
      })),
      replaced,
    );
  const idsOf = async (fileId: string) =>
    (await readDeals(club, fileId)).map(({ id }) => id).sort((one, other) => one - other);

  test("§1.5 is what the running promotions add, as far as each one's budget goes, for who has joined and on its days", async () => {
    await addPromotion({ points: 4, budget: 50, end: on(20) });
    await addPromotion({ factor: 2, joined: [[member().id, on(10)]] });
    const off = await addPromotion({ points: 1_000 });
    await club.db.updateTable("promotions").set({ is_enabled: false }).where("id", "=", off).execute();
    expect(await foresee([], 10)).toBe(0);
    expect(await foresee([2], 10)).toBe(40);
    expect(await foresee([2, 3], 10)).toBe(50);
    // The member's own points once more, from the day of joining.
    expect(await foresee([9, 10], 10)).toBe(50 + 50);
    expect(await foresee([21], 10)).toBe(50);
    await report(club, people, [sale(2, "10")]);
    expect(await foresee([3], 10)).toBe(10);
    await report(club, people, [sale(4, "10")]);
    expect(await foresee([3], 10)).toBe(0);
  });

  test("§1.5 has the budget of the deals that are replaced: all that was added to them and isn't taken back yet", async () => {
    const id = await addPromotion({ points: 4, budget: 50 });
    const { id: fileId } = await report(club, people, [sale(2, "10"), sale(3, "10")]);
    const [first = 0, second = 0] = await idsOf(fileId);
    expect(await foresee([4], 10)).toBe(0);
    expect(await foresee([4], 20, [first])).toBe(40);
    expect(await foresee([4], 20, [second])).toBe(10);
    expect(await foresee([4], 20, [first, second])).toBe(50);
    // Of returned pieces the budget has the points already.
    await report(club, people, [sale(5, "-5", { date: on(5) })]);
    const spent = await spentOf(id);
    expect(await foresee([4], 20)).toBe(50 - spent);
    expect(await foresee([4], 20, [first, second])).toBe(50);
    // A recalled deal has given its points back.
    await act(club, "recall-deal", { deal: String(second), reason: "Не та дата" });
    const after = await spentOf(id);
    expect(await foresee([4], 20, [second])).toBe(50 - after);
  });
});

describe("taking back", () => {
  test("§1.3 a recalled deal takes its extra points along, and the budget has them again", async () => {
    const id = await addPromotion({ points: 4, budget: 50 });
    const before = await balances();
    const { id: fileId } = await report(club, people, [sale(2, "10"), sale(3, "2")]);
    expect(await spentOf(id)).toBe(48);
    const [first] = await readDeals(club, fileId);
    const { outcome } = await act(club, "recall-deal", { deal: String(first?.id), reason: "Не та дата" });
    expect(outcome.points).toBe(80 + 40);
    expect(await spentOf(id)).toBe(8);
    await holds();
    expect((await earned(() => report(club, people, [sale(2, "10")])))[0]).toBe(70);
    const ofMarch = club.db.selectFrom("deals").where("sell_date", ">=", on(1)).where("sell_date", "<=", on(31));
    const files = await ofMarch.select("file_id").execute();
    for (const file of new Set(files.map(({ file_id }) => file_id))) {
      await act(club, "recall-report", { report: String(file), reason: "Конец" });
    }
    expect(await balances()).toEqual(before);
    expect(await spentOf(id)).toBe(0);
    await holds();
  });

  test("§1.3 extra points that still wait are removed with their deal", async () => {
    const newcomer = await addPerson(club, { role: "manager", curatorId: people.curator.id, isActivated: false });
    const id = await addPromotion({ points: 4, joined: [[newcomer.id, on(1)]] });
    const { id: fileId } = await report(club, people, [sale(2, "10", { manager: newcomer.phone })]);
    await act(club, "recall-report", { report: fileId, reason: "Чужой отчёт" });
    expect(await spentOf(id)).toBe(0);
    const waiting = club.db.selectFrom("pending_credits").selectAll().where("user_id", "=", newcomer.id);
    expect(await waiting.execute()).toEqual([]);
    await holds();
  });

  test("§3.10 returned pieces take their share of the extra points, all of them together all", async () => {
    const id = await addPromotion({ factor: 1.25 });
    // 10 · 3 · 0.25 = 7.5.
    const before = await balances();
    await report(club, people, [sale(2, "10")]);
    expect(await spentOf(id)).toBe(8);
    await report(club, people, [sale(5, "-3"), sale(6, "-3")]);
    expect(await spentOf(id)).toBe(3);
    await holds();
    await report(club, people, [sale(7, "-4")]);
    expect(await balances()).toEqual(before);
    expect(await spentOf(id)).toBe(0);
    await holds();
  });

  test("§6.2 the history tells of a sale and of its return in the same words, extra points included", async () => {
    const promotion = await addPromotion({
      points: 2,
      joined: [
        [manager().id, on(1)],
        [member().id, on(1)],
      ],
    });
    await club.db.updateTable("promotions").set({ name: "«Весна» в деле" }).where("id", "=", promotion).execute();
    await club.db.updateTable("articles").set({ name: "Свеча «А»" }).where("code", "=", ARTICLES[0].code).execute();
    const { id: sold } = await report(club, people, [sale(2, "3")]);
    const { id: returned } = await report(club, people, [sale(5, "-3")]);
    await club.db
      .updateTable("articles")
      .set({ name: ARTICLES[0].name })
      .where("code", "=", ARTICLES[0].code)
      .execute();
    const actions = async (report: string) => {
      const [deal] = await readDeals(club, report);
      const entries = await club.db
        .selectFrom("ledger_entries")
        .select("action")
        .where(sql<boolean>`reference ~ ${`(^|:)deal:${deal?.id}$`}`)
        // The seller before the buyer: ids have an order only among the entries of one person.
        .orderBy("reference")
        .orderBy("user_id")
        .execute();
      return entries.map(({ action }) => action);
    };
    const [day, back] = [2, 5].map((one) => `0${one}.03.${String(year).slice(2)}`);
    const what = "Свеча «А», 3 шт.";
    expect(await actions(sold)).toEqual([
      `Продажа ${day}: ${what}, Магазин на Лесной`,
      `Покупка ${day}: ${what}`,
      `Акция «„Весна“ в деле», продажа ${day}: ${what}`,
      `Акция «„Весна“ в деле», покупка ${day}: ${what}`,
    ]);
    expect((await actions(returned)).sort()).toEqual([
      `Возврат покупки ${back}: ${what}`,
      `Возврат продажи ${back}: ${what}`,
      `Возврат. Акция «„Весна“ в деле», покупка ${back}: ${what}`,
      `Возврат. Акция «„Весна“ в деле», продажа ${back}: ${what}`,
    ]);
    await holds();
  });

  test("§3.10 a recalled return gives the extra points back, unless others have used the budget up", async () => {
    const id = await addPromotion({ points: 1, budget: 10 });
    const start = await balances();
    await report(club, people, [sale(2, "10")]);
    const { id: returned } = await report(club, people, [sale(5, "-4")]);
    expect(await spentOf(id)).toBe(6);
    const more = await report(club, people, [sale(6, "3")]);
    const recall = () => act(club, "recall-report", { report: returned, reason: "Не возвращали" });
    await expect(recall()).rejects.toMatchObject({
      entries: [
        expect.objectContaining({ error_display_message: expect.stringContaining("Сначала увеличьте бюджет") }),
      ],
    });
    await act(club, "recall-report", { report: more.id, reason: "Не тот отчёт" });
    await recall();
    expect(await spentOf(id)).toBe(10);
    expect(await balances()).toEqual([(start[0] ?? 0) + 40, (start[1] ?? 0) + 50]);
    await holds();
  });

  test("§3.10 what a recalled return has returned may be returned again, with the extra points of its pieces", async () => {
    const id = await addPromotion({ points: 1 });
    const start = await balances();
    await report(club, people, [sale(2, "10")]);
    const { id: recalled } = await report(club, people, [sale(5, "-4")]);
    await act(club, "recall-report", { report: recalled, reason: "Не возвращали" });
    await report(club, people, [sale(6, "-5")]);
    expect(await spentOf(id)).toBe(5);
    await report(club, people, [sale(7, "-5")]);
    expect([await spentOf(id), await balances()]).toEqual([0, start]);
    await holds();
  });

  test("§1.3 a recalled sale takes its returns and their extra points along", async () => {
    const id = await addPromotion({ points: 2 });
    const start = await balances();
    const { id: sold } = await report(club, people, [sale(2, "10")]);
    await report(club, people, [sale(5, "-4")]);
    await act(club, "recall-report", { report: sold, reason: "Чужой отчёт" });
    expect(await balances()).toEqual(start);
    expect(await spentOf(id)).toBe(0);
    await holds();
  });

  test("§1.3 what was spent meanwhile becomes a debt", async () => {
    const buyer = await addPerson(club, { role: "manager", curatorId: people.curator.id });
    await addPromotion({ points: 4, joined: [[buyer.id, on(1)]] });
    const { id } = await report(club, people, [sale(2, "10", { manager: buyer.phone })]);
    await act(club, "correct-points", {
      person: String(buyer.id),
      direction: "take",
      points: "60",
      reason: "Проверка",
    });
    await act(club, "recall-report", { report: id, reason: "Чужой отчёт" });
    expect(await readBalance(club.db, buyer.id)).toBe(0);
    const debts = await club.db.selectFrom("debts").select("amount_left").where("user_id", "=", buyer.id).execute();
    expect(debts.reduce((sum, { amount_left }) => sum + amount_left, 0)).toBe(60);
    await holds();
  });
});

test("§1.6 the check of the ledger finds a bonus without an entry, and a budget that differs from its bonuses", async () => {
  const id = await addPromotion({ points: 4 });
  const { id: fileId } = await report(club, people, [sale(2, "10")]);
  const [deal] = await readDeals(club, fileId);
  await holds();
  await sql`update promotion_bonuses set points = points + 1 where promotion_id = ${id}`.execute(club.db);
  expect(await verifyLedger(club.db)).toEqual([
    expect.objectContaining({
      kind: "source",
      reason: "promotion",
      reference: `promotion:${id}:deal:${deal?.id}`,
      recorded: 40,
      expected: 41,
    }),
    { kind: "budget", promotionId: id, spent: 40, bonuses: 41, strange: 0 },
  ]);
  await sql`update promotion_bonuses set points = points - 1 where promotion_id = ${id}`.execute(club.db);
});
