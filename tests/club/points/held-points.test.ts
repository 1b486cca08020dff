import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readClubConfiguration } from "../../../club/platform/configuration";
import { expirePoints } from "../../../club/points/expire-points";
import { forgetHeldPoints } from "../../../club/points/held-points";
import { readBalance, spendPoints } from "../../../club/points/ledger";
import { verifyLedger } from "../../../club/points/verify-ledger";
import { acceptAgreement } from "../../../contract/accounts";
import { listPoints } from "../../../contract/deals";
import { overview, readPointsStatement } from "../../../contract/overviews";
import { exchangePrize } from "../../../contract/prizes";
import { openTestClub, type TestClub } from "../../setup/club";
import { keepSessions } from "../../setup/lasting-sessions";
import { readCard } from "../operators";
import { act, readDeals, report, saleOf } from "../sales/deals/recall";
import { addDistributor, type Distributor, INNS } from "../sales/deals/reports";
import { addPromotion } from "../sales/promotions/promotions";
import { givePoints, type TestPerson } from "./people";

const DAYS = 14;

let club: TestClub;
let people: Distributor;
let prizeId: number;
let year = 2030;

beforeAll(async () => {
  club = await openTestClub({ now: "2030-06-01T09:00:00Z", work: false, settings: { pointsPendingDays: DAYS } });
  people = await addDistributor(club);
  const prize = { handler_system_name: "giftery", retailer: "Магазин", name: "Сертификат", price: 10 } as const;
  prizeId = (await club.db.insertInto("prizes").values(prize).returning("id").executeTakeFirstOrThrow()).id;
});
afterAll(() => club?.close());
/** Each test has its own year, and begins with an empty account. */
beforeEach(async () => {
  year += 1;
  today(1);
  await keepSessions(club);
  const points = await readBalance(club.db, member().id);
  const spending = { amount: points, reason: "correction", reference: randomUUID(), action: "Начало" } as const;
  if (points > 0) await transaction((trx) => spendPoints(trx, { ...spending, userId: member().id }));
  await club.db.deleteFrom("held_points").execute();
});

const member = () => people.members[0];
/** A day of June. */
function today(day: number) {
  club.clock.set(`${year}-06-${String(day).padStart(2, "0")}T09:00:00Z`);
}
const on = (day: number) => `${year}-06-${String(day).padStart(2, "0")}`;
/** The member's points are five for each piece. */
const sale = (day: number, count: string, inn: string = INNS[0]) =>
  saleOf(people, { date: `${year}-05-${10 + day}`, count, inn });
const transaction = <Result>(work: Parameters<ReturnType<TestClub["db"]["transaction"]>["execute"]>[0]) =>
  club.db.transaction().execute(work) as Promise<Result>;
const holds = async () => expect(await verifyLedger(club.db)).toEqual([]);

/** What the header shows, and what the page of points says of later days. */
async function accountOf(person: TestPerson) {
  const { points } = await club.ask(overview, {}, { token: person.token });
  const { held } = await club.ask(listPoints, {}, { token: person.token });
  return { points: points?.points, held: held?.map(({ date, points }) => [date, points]) };
}

/** Orders a certificate of ten points. @returns whether the club has accepted it */
async function order(person: TestPerson): Promise<boolean> {
  const { status } = await club.call(
    exchangePrize,
    { prize_id: String(prizeId), basket_uuid: "basket", selected_additional_fields: [] },
    { token: person.token, idempotencyKey: randomUUID() },
  );
  return status === 200;
}

test("§1.6 points of a sale are shown with their day, and can be spent from that day on, without any job", async () => {
  await report(club, people, [sale(1, "10")]);
  expect(await accountOf(member())).toEqual({ points: 0, held: [[on(15), 50]] });
  expect(await readBalance(club.db, member().id)).toBe(50);
  expect(await order(member())).toBe(false);
  club.clock.set(`${year}-06-14T20:59:00Z`);
  expect(await order(member())).toBe(false);
  // Midnight in Moscow.
  club.clock.set(`${year}-06-14T21:00:00Z`);
  expect(await accountOf(member())).toEqual({ points: 50, held: [] });
  expect(await order(member())).toBe(true);
  expect(await accountOf(member())).toEqual({ points: 40, held: [] });
  await holds();
});

test("§1.6 what isn't of sales can be spent at once, and an order never takes points that can't be spent yet", async () => {
  await report(club, people, [sale(1, "10")]);
  await givePoints(club, member().id, 25);
  expect((await accountOf(member())).points).toBe(25);
  // Many at once: the limit holds for the orders together.
  const accepted = await Promise.all(Array.from({ length: 4 }, () => order(member())));
  expect(accepted.filter(Boolean)).toHaveLength(2);
  expect(await accountOf(member())).toEqual({ points: 5, held: [[on(15), 50]] });
  await holds();
});

test("§3.10 a recalled sale takes its own held points, and nothing of what can be spent", async () => {
  await givePoints(club, member().id, 30);
  await report(club, people, [sale(1, "10")]);
  today(3);
  const later = await report(club, people, [sale(2, "4")]);
  expect(await accountOf(member())).toEqual({
    points: 30,
    held: [
      [on(15), 50],
      [on(17), 20],
    ],
  });
  await act(club, "recall-report", { report: String(later.id), reason: "Чужая накладная" });
  expect(await accountOf(member())).toEqual({ points: 30, held: [[on(15), 50]] });
  await holds();
});

test("§3.10 a returned sale takes the held points of its pieces, whatever else came since", async () => {
  await report(club, people, [sale(1, "10")]);
  today(3);
  await report(club, people, [sale(2, "4")]);
  // The latest sale is returned first: all four pieces of it, and one of the earlier.
  await report(club, people, [sale(5, "-5")]);
  expect(await accountOf(member())).toEqual({ points: 0, held: [[on(15), 45]] });
  today(15);
  expect(await accountOf(member())).toEqual({ points: 45, held: [] });
  await holds();
});

test("§1.5 a promotion's points wait like those of the sale, and go with it", async () => {
  const first = `${year}-05-01`;
  await givePoints(club, member().id, 30);
  await addPromotion(club, { start: first, end: `${year}-05-31`, joined: [[member().id, first]], points: 2 });
  await report(club, people, [sale(1, "10")]);
  expect(await accountOf(member())).toEqual({ points: 30, held: [[on(15), 70]] });
  // Nothing of what can be spent already.
  await report(club, people, [sale(5, "-4")]);
  expect(await accountOf(member())).toEqual({ points: 30, held: [[on(15), 42]] });
  await holds();
});

test("§1.5 what a promotion adds to past sales waits from the day of the credit", async () => {
  await report(club, people, [sale(1, "10")]);
  today(3);
  const first = `${year}-05-01`;
  const promotion = await addPromotion(club, {
    start: first,
    end: `${year}-05-31`,
    joined: [[member().id, first]],
    points: 2,
  });
  await act(club, "credit-promotion", { promotion: String(promotion), from: first, until: `${year}-05-31` });
  expect(await accountOf(member())).toEqual({
    points: 0,
    held: [
      [on(15), 50],
      [on(17), 20],
    ],
  });
  await holds();
});

test("§3.10 sales that could be spent already are taken from what can be spent, then from held points, then they are a debt", async () => {
  const first = await report(club, people, [sale(1, "10")]);
  today(15);
  for (let count = 0; count < 4; count += 1) expect(await order(member())).toBe(true);
  await report(club, people, [sale(2, "4")]);
  today(16);
  await report(club, people, [sale(3, "5")]);
  expect(await accountOf(member())).toEqual({
    points: 10,
    held: [
      [on(29), 20],
      [on(30), 25],
    ],
  });
  // Of its 50 points 10 can be spent; the rest comes from those that would be available first.
  await act(club, "recall-report", { report: String(first.id), reason: "Чужая накладная" });
  expect(await accountOf(member())).toEqual({ points: 0, held: [[on(30), 5]] });
  await givePoints(club, member().id, 7);
  expect(await accountOf(member())).toEqual({ points: 7, held: [[on(30), 5]] });
  await holds();
});

test("§3.10 a debt is paid out of the next sale at once, and only what is left of it waits", async () => {
  const first = await report(club, people, [sale(1, "4")]);
  today(15);
  expect([await order(member()), await order(member())]).toEqual([true, true]);
  await act(club, "recall-report", { report: String(first.id), reason: "Чужая накладная" });
  const second = await report(club, people, [sale(2, "10")]);
  expect(await accountOf(member())).toEqual({ points: 0, held: [[on(29), 30]] });
  await givePoints(club, member().id, 8);
  expect((await accountOf(member())).points).toBe(8);
  // Twenty of its points have paid the debt, so that much is owed again.
  await act(club, "recall-report", { report: String(second.id), reason: "Чужая накладная" });
  expect(await accountOf(member())).toEqual({ points: 0, held: [] });
  expect((await club.ask(listPoints, {}, { token: member().token })).debts).toMatchObject([{ sumLeft: 12 }]);
  await givePoints(club, member().id, 15);
  expect(await accountOf(member())).toEqual({ points: 3, held: [] });
  await holds();
});

test("§1.3 points that waited for the rules wait from the day of the report, not from that of the rules", async () => {
  const agreed = { agreement_accepted_at: club.clock.now() };
  const setAgreement = (values: { agreement_accepted_at: Date | null }) =>
    club.db.updateTable("users").set(values).where("id", "=", member().id).execute();
  await setAgreement({ agreement_accepted_at: null });
  await report(club, people, [sale(1, "10")]);
  today(10);
  await club.ask(acceptAgreement, {}, { token: member().token });
  expect(await accountOf(member())).toEqual({ points: 0, held: [[on(15), 50]] });
  await setAgreement(agreed);
  await holds();
});

test("§1.1 when two accounts become one, points wait as before, and the debt of the one that stays is paid out of them", async () => {
  const [, stays, ends] = people.members;
  const recalled = await report(club, people, [sale(1, "4", INNS[1])]);
  today(15);
  expect([await order(stays), await order(stays)]).toEqual([true, true]);
  await act(club, "recall-report", { report: String(recalled.id), reason: "Чужая накладная" });
  await report(club, people, [sale(2, "10", INNS[2])]);
  await club.db.updateTable("users").set({ agreement_accepted_at: null }).where("id", "=", ends.id).execute();
  today(16);
  await report(club, people, [sale(3, "3", INNS[2])]);
  const accounts = { person: String(stays.id), duplicate: String(ends.id), reason: "Один паспорт" };
  expect(await act(club, "merge-people", accounts)).toMatchObject({ state: "done", outcome: { points: 65 } });
  // Twenty of the fifty points that would be available first have paid the debt.
  expect(await accountOf(stays)).toEqual({
    points: 0,
    held: [
      [on(29), 30],
      [on(30), 15],
    ],
  });
  await holds();
});

test("§1.6 a point's life counts from the day on which it was earned, not from that on which it can be spent", async () => {
  const settings = { ...club.club.services.settings, pointsExpireMonths: 2, pointsExpiryNoticeDays: 30 };
  const night = (day: string) => {
    club.clock.set(`${day}T04:23:00Z`);
    return expirePoints({ ...club.club.services, settings });
  };
  await report(club, people, [sale(1, "10")]);
  await club.db.deleteFrom("point_expiries").execute();
  expect((await night(`${year}-07-02`))?.announced.points).toBeGreaterThanOrEqual(50);
  await night(`${year}-08-01`);
  expect(await accountOf(member())).toEqual({ points: 0, held: [] });
  await holds();
});

test("architecture: the totals, both statements and the operators' card say what can't be spent yet and from when", async () => {
  const { id } = await report(club, people, [sale(1, "10")]);
  const deals = await readDeals(club, id);
  expect(deals).toHaveLength(1);
  const { entries } = await club.ask(readPointsStatement, { month: on(1).slice(0, 7) }, { token: member().token });
  expect(entries.items.at(-1)).toMatchObject({ amount: 50, available_on: on(15) });
  const { outcome: totals } = await act(club, "ledger-totals", {});
  // The manager's points of the same sale wait too.
  expect(totals.lines.join(" ")).toMatch(/Из них участники ещё не могут потратить: 80 баллов/);
  const period = { person: String(member().id), from: on(1), to: on(30) };
  const { outcome: statement } = await act(club, "person-statement", period);
  expect(statement.file?.content.toString()).toContain(`можно потратить с 15.06.${year % 100}`);
  const cardText = async () => (await readCard(club, "person", String(member().id))).text;
  expect(await cardText()).toMatch(/"Из них ещё нельзя потратить","value":"50 баллов"/);
  today(15);
  const { outcome: later } = await act(club, "person-statement", period);
  expect(later.file?.content.toString()).not.toContain("можно потратить");
  expect(await cardText()).not.toContain("нельзя потратить");
});

test("architecture: a correction may take held points, and the morning's job forgets those that can be spent", async () => {
  await report(club, people, [sale(1, "10")]);
  const input = { person: String(member().id), points: "20", reason: "Ошибка" };
  await act(club, "correct-points", { ...input, direction: "take" });
  expect(await accountOf(member())).toEqual({ points: 0, held: [[on(15), 30]] });
  today(15);
  await forgetHeldPoints(club.club.services);
  expect(await club.db.selectFrom("held_points").selectAll().execute()).toEqual([]);
  expect((await accountOf(member())).points).toBe(30);
});

test("architecture: turned off, all points can be spent at once, and those of earlier stay so when it is turned on again", async () => {
  await report(club, people, [sale(1, "10")]);
  const { settings } = club.club.services;
  await forgetHeldPoints({ ...club.club.services, settings: { ...settings, pointsPendingDays: null } });
  expect(await accountOf(member())).toEqual({ points: 50, held: [] });
  expect(await order(member())).toBe(true);
});

test("architecture: points can be spent at once unless the configuration says otherwise, and a wrong one is refused by its name", () => {
  const read = (environment: Readonly<Record<string, string>>) =>
    readClubConfiguration({ NODE_ENV: "test", DATA_DIR: club.dataDir, ...environment });
  expect(read({}).settings.pointsPendingDays).toBeNull();
  expect(read({ POINTS_PENDING_DAYS: "14" }).settings.pointsPendingDays).toBe(14);
  for (const wrong of ["-1", "1.5", "366", "день"]) {
    expect(() => read({ POINTS_PENDING_DAYS: wrong })).toThrow(/POINTS_PENDING_DAYS/);
  }
  // Nobody may be told that points expire which could never be spent.
  expect(() => read({ POINTS_PENDING_DAYS: "60", POINTS_EXPIRE_MONTHS: "3" })).toThrow(/POINTS_PENDING_DAYS/);
});
