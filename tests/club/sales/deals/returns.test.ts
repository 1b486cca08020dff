import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { exportDeals, listDeals } from "../../../../contract/deals";
import { summariseDeals } from "../../../../contract/overviews";
import { openTestClub, type TestClub } from "../../../setup/club";
import { readCard } from "../../operators";
import { act, readDeals, readReport, report, saleOf } from "./recall";
import { ARTICLES, addDistributor, type Distributor, INNS } from "./reports";

let club: TestClub;
let people: Distributor;
let month = 0;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
  people = await addDistributor(club);
});
afterAll(() => club.close());
beforeEach(() => {
  month += 1;
});

/** Each test has its own month of another year, so that none returns another's sale: returns reach back. */
const on = (day: number) => `${2010 + month}-03-${String(day).padStart(2, "0")}`;
const sale = (day: number, count: string, changes: Parameters<typeof saleOf>[1] = {}) =>
  saleOf(people, { date: on(day), count, ...changes });
const balances = () => Promise.all([people.managers[0], people.members[0]].map(({ id }) => readBalance(club.db, id)));
const holds = async () => expect(await verifyLedger(club.db)).toEqual([]);

async function recallAll() {
  const files = await club.db.selectFrom("report_files").select("id").where("recalled_at", "is", null).execute();
  for (const { id } of files) await act(club, "recall-report", { report: String(id), reason: "Конец проверки" });
  await holds();
}

test("§3.10 a returned sale takes the points of its pieces back, the latest sale first, and is shown as a negative row", async () => {
  await report(club, people, [sale(1, "10"), sale(2, "4")]);
  const [manager = 0, member = 0] = await balances();
  const returned = await report(club, people, [sale(5, "-6")]);
  expect(returned).toMatchObject({ status: "done", failed: 0, repeated: 0, points: -48 });
  expect(await balances()).toEqual([manager - 18, member - 30]);
  const [deal] = await readDeals(club, returned.id);
  const parts = await club.db
    .selectFrom("deal_returns")
    .select(["pieces", "member_points"])
    .where("return_id", "=", deal?.id ?? 0)
    .orderBy("pieces", "desc")
    .execute();
  expect(parts).toEqual([
    { pieces: 4, member_points: 20 },
    { pieces: 2, member_points: 10 },
  ]);
  const range = { date_from: on(1), date_to: on(28) };
  const { items, total } = await club.ask(listDeals, range, { token: people.members[0].token });
  expect(items.map(({ sell_count, points }) => [sell_count, points])).toEqual([
    [-6, -30],
    [4, 20],
    [10, 50],
  ]);
  expect(total).toBe(3);
  const { months } = await club.ask(summariseDeals, range, { token: people.members[0].token });
  expect(months).toMatchObject([{ count: 8, points: 40 }]);
  const { body } = await club.call(exportDeals, range, { token: people.managers[0].token });
  expect(body.toString()).toContain(";-6;-18");
  await holds();

  expect(await report(club, people, [sale(5, "-6")])).toMatchObject({ failed: 0, repeated: 1, points: 0 });
  expect(await balances()).toEqual([manager - 18, member - 30]);
  await recallAll();
});

test("architecture: the card of a sale leads to its return, and that of the return to the sale", async () => {
  const [sold] = await readDeals(club, (await report(club, people, [sale(1, "10")])).id);
  const [back] = await readDeals(club, (await report(club, people, [sale(2, "-4")])).id);
  const partsOf = async (id: number | undefined) =>
    (await readCard(club, "deal", String(id))).content?.sections[1]?.table?.rows;
  const cells = [`№ ${back?.id}`, `№ ${sold?.id}`, "4"];
  expect(await partsOf(sold?.id)).toEqual([{ cells, link: { card: "deal", id: String(back?.id) } }]);
  expect(await partsOf(back?.id)).toEqual([{ cells, link: { card: "deal", id: String(sold?.id) } }]);
  const { content } = await readCard(club, "deal", String(sold?.id));
  const sides = content?.sections[0]?.facts?.filter(({ link }) => link && "card" in link && link.card === "person");
  const nameOf = async (id: number) =>
    (await club.db.selectFrom("users").select("last_name").where("id", "=", id).executeTakeFirstOrThrow()).last_name;
  const [manager, member] = [people.managers[0].id, people.members[0].id];
  expect(sides).toEqual([
    {
      label: "Менеджер",
      value: `${await nameOf(manager)} Иван Иванович, 30 баллов`,
      link: { card: "person", id: String(manager) },
    },
    {
      label: "Магазин",
      value: `${await nameOf(member)} Иван Иванович, 50 баллов`,
      link: { card: "person", id: String(member) },
    },
  ]);
  const actsOf = async (id: number | undefined) => (await readCard(club, "deal", String(id))).acts;
  expect(await actsOf(sold?.id)).toEqual(["recall-deal"]);
  await recallAll();
  expect(await actsOf(sold?.id)).toEqual([]);
});

test("§3.10 a return without a sale, of more pieces than were sold, or before the sale is an error of its row", async () => {
  await report(club, people, [sale(10, "3")]);
  const before = await balances();
  const rows = [
    sale(20, "-4"),
    sale(9, "-1"),
    sale(20, "-1", { articleCode: ARTICLES[1].code }),
    sale(20, "-1", { inn: INNS[2] }),
    sale(20, "-1", { manager: people.managers[1].phone }),
    sale(21, "−2 шт."),
    sale(22, "-2"),
  ];
  const returned = await report(club, people, rows);
  expect(returned).toMatchObject({ failed: 6, points: -16 });
  expect(returned.errors.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 8]);
  expect(returned.errors[0]).toMatchObject({
    field: "Количество",
    message:
      "Возврат без продажи: до этого дня продано и не возвращено 3 шт. этого артикула с тем же менеджером и ИНН.",
  });
  expect(await balances()).toEqual([(before[0] ?? 0) - 6, (before[1] ?? 0) - 10]);
  await recallAll();
});

test("§3.10 a sale may stand below its return in the same file", async () => {
  const before = await balances();
  const both = await report(club, people, [sale(3, "-2"), sale(3, "5")]);
  expect(both).toMatchObject({ failed: 0, points: 24 });
  expect(await balances()).toEqual([(before[0] ?? 0) + 9, (before[1] ?? 0) + 15]);
  await recallAll();
});

test("§1.3 a recalled return gives its points back; a recalled sale takes its return along, which may be uploaded again", async () => {
  const start = await balances();
  const sold = await report(club, people, [sale(1, "10")]);
  const returned = await report(club, people, [sale(2, "-4")]);
  const [back] = await readDeals(club, returned.id);
  const given = await act(club, "recall-deal", { deal: String(back?.id), reason: "Не тот товар" });
  expect(given.outcome.points).toBe(4 * (3 + 5));
  expect(await balances()).toEqual([(start[0] ?? 0) + 30, (start[1] ?? 0) + 50]);
  await holds();

  const second = await report(club, people, [sale(2, "-4")]);
  expect(second).toMatchObject({ failed: 0, points: -32 });
  const { outcome } = await act(club, "recall-report", { report: sold.id, reason: "Чужой отчёт" });
  expect(outcome.lines.join(" ")).toMatch(/1\sпродажа и 1\sвозврат/);
  // What is taken and what is given back, as either moves points.
  expect(outcome.points).toBe((10 + 4) * (3 + 5));
  expect(await balances()).toEqual(start);
  const { errors } = await readReport(club, people, second.id);
  expect(errors.at(-1)?.message).toContain("Если возврат верен, загрузите его ещё раз");
  await holds();
});

test("§1.6 two files that return the same pieces at once return them once", async () => {
  await report(club, people, [sale(1, "5")]);
  const before = await balances();
  const outcomes = await Promise.all([2, 3, 4].map((day) => report(club, people, [sale(day, "-5")])));
  expect(outcomes.map(({ failed }) => failed).sort()).toEqual([0, 1, 1]);
  expect(await balances()).toEqual([(before[0] ?? 0) - 15, (before[1] ?? 0) - 25]);
  await holds();
});
