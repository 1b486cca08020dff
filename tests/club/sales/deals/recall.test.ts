import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setExchangeStatus } from "../../../../club/gifts/prizes/set-exchange-status";
import { readBalance, releasePendingCredits, spendPoints } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { exportDeals, listDeals, listPoints, reportDetails } from "../../../../contract/deals";
import { summariseDeals } from "../../../../contract/overviews";
import { exchangePrize } from "../../../../contract/prizes";
import { openTestClub, type TestClub } from "../../../setup/club";
import { readCard } from "../../operators";
import { credit, givePoints } from "../../points/people";
import { act, readDeals, readReport, report, saleOf } from "./recall";
import { ARTICLES, addDistributor, type Distributor, INNS } from "./reports";

let club: TestClub;
let people: Distributor;
let day = 0;

beforeAll(async () => {
  club = await openTestClub({
    now: "2026-06-15T09:00:00Z",
    work: false,
    settings: { secondOperatorPoints: 1_000_000, documentsLimit: 1_000_000 },
  });
  people = await addDistributor(club);
});
afterAll(() => club.close());
beforeEach(() => {
  day += 1;
});

/** Each test has its own day, so that none counts another's sale. */
const sale = (changes: Parameters<typeof saleOf>[1] = {}) =>
  saleOf(people, { date: `2026-03-${String(day).padStart(2, "0")}`, ...changes });
const manager = () => people.managers[0];
const member = () => people.members[0];
const balances = () => Promise.all([manager(), member()].map(({ id }) => readBalance(club.db, id)));
const holds = async () => expect(await verifyLedger(club.db)).toEqual([]);
const recall = (fileId: string, reason = "Отчёт прошлого года") =>
  act(club, "recall-report", { report: fileId, reason });

const refusal = (text: string) => ({ entries: [{ error_display_message: text }] });

function readDebts(userId: number) {
  return club.db
    .selectFrom("debts")
    .select(["amount", "amount_left", "action"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

function readEntries(userId: number) {
  return club.db
    .selectFrom("ledger_entries")
    .select(["reason", "amount", "balance_after", "action"])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(4)
    .execute();
}

async function spendAll(userId: number) {
  const amount = await readBalance(club.db, userId);
  if (amount === 0) return;
  const reference = `spent on day ${day}`;
  const spending = { userId, amount, reason: "correction", reference, action: "Потрачено" } as const;
  await club.db.transaction().execute((trx) => spendPoints(trx, spending));
}

/** Credits what earlier tests have left a person to owe. */
async function payDebts(userId: number) {
  const owed = (await readDebts(userId)).reduce((sum, debt) => sum + debt.amount_left, 0);
  if (owed > 0) await givePoints(club, userId, owed);
}

test("architecture: an operator opens a report: what came of its rows, its sales, and what may be done with it", async () => {
  const { id } = await report(club, people, [sale(), sale({ articleCode: "НЕТ-ТАКОГО" })]);
  const counted = await readCard(club, "report", id);
  expect(counted.content?.sections[0]?.facts).toEqual(
    expect.arrayContaining([
      { label: "Строк", value: "2" },
      { label: "Учтено", value: "1" },
      { label: "С ошибкой", value: "1" },
    ]),
  );
  expect(counted.content?.sections.map(({ table }) => table?.rows.length)).toEqual([undefined, 1, 1]);
  expect(counted.content?.sections.find(({ title }) => title === "Сообщения о строках")?.table).toEqual({
    columns: [{ title: "Строка", isNumber: true }, { title: "Поле" }, { title: "Сообщение" }],
    rows: [{ cells: ["3", "Артикул", "Артикул «НЕТ-ТАКОГО» не участвует в программе."] }],
  });
  expect(counted.acts).toEqual(["download-report", "recall-report"]);
  await recall(id);
  const recalled = await readCard(club, "report", id);
  expect([recalled.acts, recalled.text]).toEqual([["download-report"], expect.stringContaining("Отозвано")]);
  // What is said of the file itself has no row.
  expect(recalled.content?.sections.flatMap(({ table }) => table?.rows.map(({ cells }) => cells) ?? [])).toContainEqual(
    ["", "", "Оператор клуба отозвал отчёт: Отчёт прошлого года"],
  );
});

test("§8.5 an operator is told that the file of a report has gone after its time", async () => {
  const { id } = await report(club, people, [sale()]);
  const { outcome } = await act(club, "download-report", { report: id });
  expect(outcome.file?.content.length).toBeGreaterThan(0);
  await club.db
    .updateTable("report_files")
    .set({ content: Buffer.alloc(0) })
    .where("id", "=", Number(id))
    .execute();
  const gone = refusal("Файл уже удалён: клуб хранит файлы ограниченное время.");
  await expect(act(club, "download-report", { report: id })).rejects.toMatchObject(gone);
});

describe("a report is recalled", () => {
  test("§1.3 both get their points taken back once, nobody sees the sale any more, and it may be reported again", async () => {
    const before = await balances();
    const sales = [sale(), sale({ articleCode: ARTICLES[1].code, count: "2" })];
    const { id } = await report(club, people, sales);
    const listed = await club.ask(listDeals, {}, { token: manager().token });
    const { outcome } = await recall(id);
    expect(outcome.lines).toEqual([
      expect.stringContaining("отозван"),
      expect.stringMatching(/^Отозвано: 2\sпродажи, 102\sбалла\.$/),
    ]);
    expect(outcome.points).toBe(30 + 50 + 8 + 14);
    expect(await balances()).toEqual(before);
    expect(await readReport(club, people, id)).toMatchObject({
      points: 0,
      failed: 2,
      errors: [{ row: 0, message: "Оператор клуба отозвал отчёт: Отчёт прошлого года" }],
    });
    expect((await club.ask(reportDetails, { file_id: id }, { token: people.curator.token })).total).toBe(0);
    const after = await club.ask(listDeals, {}, { token: manager().token });
    expect(after.total).toBe((listed.total ?? 0) - 2);
    const [entry] = await readEntries(manager().id);
    expect(entry).toMatchObject({
      reason: "reversal",
      action: expect.stringContaining("Причина: Отчёт прошлого года"),
    });
    await holds();

    await expect(recall(id)).rejects.toMatchObject(refusal(`Отчёт № ${id} уже отозван.`));
    expect(await balances()).toEqual(before);
    const again = await report(club, people, sales);
    expect(again).toMatchObject({ failed: 0, points: 102 });
    await holds();
  });

  test("§1.3 two operators at once recall a report once", async () => {
    const before = await balances();
    const { id } = await report(club, people, [sale()]);
    const outcomes = await Promise.allSettled([recall(id), recall(id), recall(id)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await balances()).toEqual(before);
    await holds();
  });

  test("§1.3 a report that isn't counted yet, or doesn't exist, can't be recalled", async () => {
    await expect(recall("999999")).rejects.toMatchObject(refusal("Отчёта № 999999 нет."));
    const { id } = await report(club, people, [sale({ count: "1001" })]);
    await expect(recall(id)).rejects.toMatchObject(refusal(`Отчёт № ${id} ещё не посчитан.`));
  });

  test("§4.9 points that still wait for the member's acceptance of the rules are removed, and none come later", async () => {
    const late = people.members[1];
    await club.db.updateTable("users").set({ agreement_accepted_at: null }).where("id", "=", late.id).execute();
    const { id } = await report(club, people, [sale({ inn: INNS[1] })]);
    await recall(id);
    await holds();
    await club.db.updateTable("users").set({ agreement_accepted_at: new Date() }).where("id", "=", late.id).execute();
    const released = await club.db.transaction().execute((trx) => releasePendingCredits(trx, late.id));
    expect(released).toEqual({ points: 0, sales: 0, invites: 0 });
    expect(await readDebts(late.id)).toEqual([]);
    await holds();
  });
});

describe("a row is recalled", () => {
  test("§3.10 the others stay in lists, sums and exports, and the curator reads why at the row", async () => {
    const { id } = await report(club, people, [sale({ count: "4" }), sale({ count: "6" })]);
    const [first] = await readDeals(club, id);
    const before = await balances();
    await act(club, "recall-deal", { deal: first?.id, reason: "Чужая накладная" });
    expect(await balances()).toEqual([(before[0] ?? 0) - 12, (before[1] ?? 0) - 20]);
    expect(await readReport(club, people, id)).toMatchObject({
      points: 48,
      failed: 1,
      errors: [{ row: 2, message: "Оператор клуба отозвал строку: Чужая накладная" }],
    });
    const range = { date_from: sale().date, date_to: sale().date };
    const { items, total } = await club.ask(listDeals, range, { token: member().token });
    expect(items.map(({ sell_count, points }) => [sell_count, points])).toEqual([[6, 30]]);
    expect(total).toBe(1);
    const { months } = await club.ask(summariseDeals, range, { token: member().token });
    expect(months).toMatchObject([{ count: 6, points: 30 }]);
    const { body } = await club.call(exportDeals, range, { token: manager().token });
    expect(body.toString().trim().split("\n")).toHaveLength(2);
    await expect(act(club, "recall-deal", { deal: first?.id, reason: "Ещё раз" })).rejects.toMatchObject(
      refusal(`Продажа № ${first?.id} уже отозвана.`),
    );
    await holds();
  });
});

describe("a debt", () => {
  test("§1.6 what the balance doesn't have is owed; later credits and refunds pay the oldest first, and it never goes below zero", async () => {
    const { id } = await report(club, people, [sale({ count: "20" })]);
    const other = await report(club, people, [sale({ count: "5" })], { corrected_rows: "add" });
    await spendAll(member().id);
    await givePoints(club, member().id, 30);
    const { outcome } = await recall(id);
    expect(outcome.lines.at(-1)).toMatch(/^Долг участников вырастет на 70\sбаллов\.$/);
    await recall(other.id, "Возврат денег");
    expect(await readBalance(club.db, member().id)).toBe(0);
    expect(await readDebts(member().id)).toMatchObject([
      { amount: 70, amount_left: 70, action: expect.stringContaining("Причина: Отчёт прошлого года") },
      { amount: 25, amount_left: 25 },
    ]);
    const { debts } = await club.ask(listPoints, {}, { token: member().token });
    expect(debts).toMatchObject([
      { sumLeft: 70, action: expect.stringMatching(/^Отозвана покупка .* Причина: Отчёт прошлого года$/) },
      { sumLeft: 25 },
    ]);
    await holds();

    const earn = (reference: string, amount: number) => ({
      userId: member().id,
      amount,
      reason: "correction" as const,
      reference: `${reference} ${day}`,
      action: "Начислено",
    });
    await credit(club, [earn("a", 40), earn("b", 10)]);
    expect(await readDebts(member().id)).toMatchObject([{ amount_left: 20 }, { amount_left: 25 }]);
    expect(await readBalance(club.db, member().id)).toBe(0);
    await credit(club, [earn("c", 50)]);
    expect(await readBalance(club.db, member().id)).toBe(5);
    const [last, before] = await readEntries(member().id);
    expect([before, last]).toMatchObject([
      { reason: "debt", amount: -20, balance_after: 30 },
      {
        reason: "debt",
        amount: -25,
        balance_after: 5,
        action: expect.stringMatching(/^В счёт долга: Отозвана покупка/),
      },
    ]);
    expect(last?.action).not.toContain("Причина");
    expect((await club.ask(listPoints, {}, { token: member().token })).debts).toEqual([]);
    await holds();
  });

  test("§1.6 the points of a refused order pay it too", async () => {
    const { id: prize } = await club.db
      .insertInto("prizes")
      .values({ handler_system_name: "giftery", retailer: "Магазин", name: "Сертификат 50", price: 50 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id } = await report(club, people, [sale()]);
    await spendAll(member().id);
    await payDebts(member().id);
    await givePoints(club, member().id, 50);
    const order = await club.ask(
      exchangePrize,
      { prize_id: prize, basket_uuid: "debt" },
      { token: member().token, idempotencyKey: "debt" },
    );
    await recall(id);
    expect(await readDebts(member().id).then((debts) => debts.at(-1))).toMatchObject({ amount: 50, amount_left: 50 });
    const change = { exchangeId: Number(order.id), status: "cancelled", by: "test" } as const;
    await club.db.transaction().execute((trx) => setExchangeStatus(trx, club.club.services, change));
    expect(await readBalance(club.db, member().id)).toBe(0);
    expect(await readDebts(member().id).then((debts) => debts.at(-1))).toMatchObject({ amount_left: 0 });
    await holds();
  });

  test("§1.6 recalls, reports, orders of points and new credits of the same people at once lose no point", async () => {
    const files: string[] = [];
    for (let count = 1; count <= 12; count++) {
      const sales = [sale({ count: String(count) }), sale({ inn: INNS[2], count: "1" })];
      files.push((await report(club, people, sales, { corrected_rows: "add" })).id);
    }
    await spendAll(member().id);
    await spendAll(manager().id);
    const reversed = [...files].reverse();
    await Promise.all([
      ...files.map((id) => recall(id).catch(() => undefined)),
      ...reversed.map((id) => recall(id).catch(() => undefined)),
      ...Array.from({ length: 30 }, (_, n) =>
        credit(
          club,
          (n % 2 ? [manager(), member()] : [member(), manager()]).map(({ id }) => ({
            userId: id,
            amount: 3,
            reason: "correction" as const,
            reference: `race ${n}`,
            action: "Начислено",
          })),
        ),
      ),
      // Each of another day: whether one corrects another depends on which of them is counted first.
      ...Array.from({ length: 5 }, (_, n) =>
        report(club, people, [sale({ date: `2026-02-0${n + 1}`, count: String(50 + n) })]),
      ),
    ]);
    await holds();
    const recalled = 3 * ((12 * 13) / 2) + 3;
    const given = 30 * 3 + 3 * (50 + 51 + 52 + 53 + 54);
    const owed = (await readDebts(manager().id)).reduce((sum, debt) => sum + debt.amount_left, 0);
    expect((await readBalance(club.db, manager().id)) - owed).toBe(given - recalled);
  });
});
