import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setExchangeStatus } from "../../../club/gifts/prizes/set-exchange-status";
import { readClubConfiguration } from "../../../club/platform/configuration";
import type { ClubSettings } from "../../../club/platform/services";
import { expirePoints } from "../../../club/points/expire-points";
import { readBalance } from "../../../club/points/ledger";
import { verifyLedger } from "../../../club/points/verify-ledger";
import { listPoints } from "../../../contract/deals";
import { exchangePrize } from "../../../contract/prizes";
import { openTestClub, type TestClub } from "../../setup/club";
import { keepSessions } from "../../setup/lasting-sessions";
import { openTestPortal, type TestPortal } from "../../setup/portal";
import { openBrowser } from "../../setup/portal-browser";
import { PASSWORD, addPerson as register } from "../club-people";
import { addPerson, credit, type TestPerson } from "./people";

let club: TestClub;
let portal: TestPortal;
let prizeId: number;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ work: false, settings: { pointsExpireMonths: 12, pointsExpiryNoticeDays: 30 } });
  const prize = await club.db
    .insertInto("prizes")
    .values({ handler_system_name: "giftery", retailer: "Магазин", name: "Сертификат", price: 300 })
    .returning("id")
    .executeTakeFirstOrThrow();
  prizeId = prize.id;
  portal = await openTestPortal(club);
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

const earn = (person: { id: number }, amount: number, at: string) =>
  credit(club, [
    {
      userId: person.id,
      amount,
      reason: "correction",
      reference: `earned:${at}`,
      action: "Начислено",
      createdAt: new Date(at),
    },
  ]);

/** The night before a day: what is due expires, what will be is announced. */
async function nightOf(day: string, settings: Partial<ClubSettings> = {}) {
  club.clock.set(new Date(`${day}T04:23:00Z`));
  await keepSessions(club);
  const { services } = club.club;
  return expirePoints({ ...services, settings: { ...services.settings, ...settings } });
}

const expiringOf = async (person: TestPerson) =>
  (await club.ask(listPoints, {}, { token: person.token })).expiring?.map(({ date, points }) => [date, points]);
const mailsTo = (person: { email: string }) =>
  club.db
    .selectFrom("outbox")
    .select(["subject", "text"])
    .where("recipient", "=", person.email)
    .orderBy("id")
    .execute();

async function order(person: TestPerson): Promise<number> {
  const { id } = await club.ask(
    exchangePrize,
    { prize_id: String(prizeId), basket_uuid: "basket", selected_additional_fields: [] },
    { token: person.token, idempotencyKey: `order-${person.id}` },
  );
  return Number(id);
}

test("§1.6 points are announced thirty days before they expire, and what isn't spent by then is taken by an entry", async () => {
  club.clock.set("2031-01-10T09:00:00Z");
  const person = await addPerson(club, { role: "member" });
  await earn(person, 120, "2031-01-10T09:00:00Z");
  await earn(person, 300, "2031-03-01T09:00:00Z");
  await nightOf("2031-12-10");
  expect(await expiringOf(person)).toEqual([]);
  await nightOf("2031-12-11");
  expect(await expiringOf(person)).toEqual([["2032-01-10", 120]]);
  await nightOf("2031-12-12");
  expect(await mailsTo(person)).toEqual([
    { subject: expect.stringMatching(/^120\sбаллов: срок до 10\.01\.32$/), text: expect.stringContaining("сгорят") },
  ]);
  await nightOf("2032-01-09");
  expect(await readBalance(club.db, person.id)).toBe(420);
  await nightOf("2032-01-10");
  expect(await readBalance(club.db, person.id)).toBe(300);
  await nightOf("2032-01-10");
  expect(await readBalance(club.db, person.id)).toBe(300);
  const { spent } = await club.ask(listPoints, {}, { token: person.token });
  expect(spent.items.map(({ action, sumSub }) => [action, sumSub])).toEqual([
    ["Сгорели баллы, которые не потратили вовремя: срок 10.01.32", 120],
  ]);
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§1.6 the oldest points are spent first, so an order saves what was announced", async () => {
  club.clock.set("2033-01-10T09:00:00Z");
  const person = await addPerson(club, { role: "member" });
  await earn(person, 200, "2033-01-10T09:00:00Z");
  await earn(person, 200, "2033-06-01T09:00:00Z");
  await nightOf("2033-12-11");
  expect(await expiringOf(person)).toEqual([["2034-01-10", 200]]);
  await order(person);
  expect(await expiringOf(person)).toEqual([]);
  await nightOf("2034-01-10");
  expect(await readBalance(club.db, person.id)).toBe(100);
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§1.6 §8.5 points of a refused order are as old as before, but nobody loses them without having been told", async () => {
  club.clock.set("2035-01-10T09:00:00Z");
  const person = await addPerson(club, { role: "member" });
  await earn(person, 300, "2035-01-10T09:00:00Z");
  const exchangeId = await order(person);
  await nightOf("2036-03-01");
  const change = { exchangeId, status: "cancelled", by: "test" } as const;
  await club.db.transaction().execute((trx) => setExchangeStatus(trx, club.club.services, change));
  expect(await readBalance(club.db, person.id)).toBe(300);
  await nightOf("2036-03-02");
  expect(await readBalance(club.db, person.id)).toBe(300);
  expect(await expiringOf(person)).toEqual([["2036-04-01", 300]]);
  await nightOf("2036-04-01");
  expect(await readBalance(club.db, person.id)).toBe(0);
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§1.6 a club that begins with it announces old points first, and a longer life takes an announcement back", async () => {
  club.clock.set("2037-01-10T09:00:00Z");
  const person = await addPerson(club, { role: "member" });
  await earn(person, 50, "2037-01-10T09:00:00Z");
  await nightOf("2039-05-01", { pointsExpireMonths: null });
  expect(await expiringOf(person)).toEqual([]);
  await nightOf("2039-05-02");
  expect(await expiringOf(person)).toEqual([["2039-06-01", 50]]);
  await nightOf("2039-06-01", { pointsExpireMonths: 60 });
  expect(await readBalance(club.db, person.id)).toBe(50);
  await nightOf("2039-06-02");
  expect(await expiringOf(person)).toEqual([["2039-07-02", 50]]);
  await nightOf("2039-06-03", { pointsExpireMonths: null });
  await nightOf("2039-07-02");
  expect(await readBalance(club.db, person.id)).toBe(50);
});

test("§1.6 what has expired stays on record where points don't expire any more, and isn't due again", async () => {
  club.clock.set("2046-01-10T09:00:00Z");
  const person = await addPerson(club, { role: "member" });
  await earn(person, 40, "2046-01-10T09:00:00Z");
  await nightOf("2046-12-11");
  await nightOf("2047-01-10");
  await earn(person, 70, "2047-01-10T09:00:00Z");
  const record = () =>
    club.db
      .selectFrom("point_expiries")
      .select(["expires_on as day", "points", "expired_points as expired"])
      .where("user_id", "=", person.id)
      .execute();
  const expired = [{ day: "2047-01-10", points: 40, expired: 40 }];
  expect(await record()).toEqual(expired);
  expect(await nightOf("2047-01-11", { pointsExpireMonths: null })).toBeNull();
  expect(await record()).toEqual(expired);
  await nightOf("2047-01-12");
  expect(await readBalance(club.db, person.id)).toBe(70);
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§1.6 what is found later on a day that was announced is announced on the next, as a sum of its own", async () => {
  club.clock.set("2047-02-10T09:00:00Z");
  const person = await addPerson(club, { role: "member" });
  await earn(person, 350, "2047-02-10T09:00:00Z");
  const exchangeId = await order(person);
  await nightOf("2048-01-11");
  expect(await expiringOf(person)).toEqual([["2048-02-10", 50]]);
  const change = { exchangeId, status: "cancelled", by: "test" } as const;
  await club.db.transaction().execute((trx) => setExchangeStatus(trx, club.club.services, change));
  const again = await nightOf("2048-01-11");
  expect(again?.announced).toEqual({ people: 0, points: 0 });
  expect(await expiringOf(person)).toEqual([["2048-02-10", 50]]);
  const announced = async () =>
    (await mailsTo(person))
      .map(({ subject }) => subject.replace(/\s/g, " "))
      .filter((subject) => / срок /.test(subject));
  expect(await announced()).toEqual(["50 баллов: срок до 10.02.48"]);
  expect((await nightOf("2048-01-12"))?.announced).toEqual({ people: 1, points: 300 });
  expect(await expiringOf(person)).toEqual([
    ["2048-02-10", 50],
    ["2048-02-11", 300],
  ]);
  expect(await announced()).toEqual(["50 баллов: срок до 10.02.48", "300 баллов: срок до 11.02.48"]);
});

test("§1.6 everybody is told and loses what is due, and the job counts them, also where they are more than one statement reads", async () => {
  club.clock.set("2039-12-10T09:00:00Z");
  const since = club.clock.now();
  const { rows: people } = await sql<{ id: number }>`
    insert into users (
      role, first_name, last_name, sur_name, phone, email, phone_confirmed_at, agreement_accepted_at
    )
    select 'member', 'Иван', 'Многих', '', '7913' || lpad(n::text, 7, '0'), 'many-' || n || '@example.org', ${since}, ${since}
    from generate_series(1, 501) n returning id
  `.execute(club.db);
  const gift = { amount: 10, reason: "correction", reference: "many", action: "Начислено", createdAt: since } as const;
  await credit(
    club,
    people.map(({ id }) => ({ ...gift, userId: id })),
  );
  const readDay = async () => {
    const day = club.db.selectFrom("point_expiries").where("expires_on", "=", "2040-12-10");
    return await day
      .select(({ fn }) => [
        fn.countAll<string>().as("people"),
        fn.sum<string>("points").as("points"),
        fn.sum<string>("expired_points").as("expired"),
      ])
      .executeTakeFirstOrThrow();
  };
  const { announced } = (await nightOf("2040-11-10")) ?? {};
  const told = await readDay();
  expect(announced).toEqual({ people: Number(told.people), points: Number(told.points) });
  expect(announced?.people).toBeGreaterThanOrEqual(501);
  const { expired } = (await nightOf("2040-12-10")) ?? {};
  expect(expired).toEqual({ people: Number(told.people), points: Number(told.points) });
  expect((await readDay()).expired).toBe(told.points);
  for (const { id } of [people[0], people.at(-1)].flatMap((one) => one ?? [])) {
    expect(await readBalance(club.db, id)).toBe(0);
  }
});

test("§1.6 who was erased keeps the points that nobody can spend, and gets no mail", async () => {
  club.clock.set("2041-01-10T09:00:00Z");
  const person = await addPerson(club, { role: "member" });
  await earn(person, 50, "2041-01-10T09:00:00Z");
  await club.db.updateTable("users").set({ erased_at: new Date() }).where("id", "=", person.id).execute();
  await nightOf("2043-01-10");
  await nightOf("2043-03-10");
  expect(await readBalance(club.db, person.id)).toBe(50);
  expect(await mailsTo(person)).toEqual([]);
});

test("§3.10 the points page says which points expire and when", async () => {
  club.clock.set("2045-01-10T09:00:00Z");
  const person = await register(club, { role: "member" });
  await earn(person, 121, "2045-01-10T09:00:00Z");
  const browser = openBrowser(portal, await portal.logIn(person.phone, PASSWORD));
  const read = async () =>
    ((await browser.open("/dashboard/points")).document.body.textContent ?? "").replace(/\s+/g, " ");
  expect(await read()).not.toContain("сгорит");
  await nightOf("2045-12-20");
  expect(await read()).toContain("121 балл сгорит 19.01.46");
});

test("architecture: points live for ever unless the configuration says otherwise, and a wrong one is refused by its name", () => {
  const read = (environment: Readonly<Record<string, string>>) =>
    readClubConfiguration({ NODE_ENV: "test", DATA_DIR: club.dataDir, ...environment });
  expect(read({}).settings).toMatchObject({ pointsExpireMonths: null, pointsExpiryNoticeDays: 30 });
  const set = read({ POINTS_EXPIRE_MONTHS: "18", POINTS_EXPIRY_NOTICE_DAYS: "14" });
  expect(set.settings).toMatchObject({ pointsExpireMonths: 18, pointsExpiryNoticeDays: 14 });
  for (const wrong of ["-1", "1.5", "год"]) {
    expect(() => read({ POINTS_EXPIRE_MONTHS: wrong })).toThrow(/POINTS_EXPIRE_MONTHS/);
  }
  expect(() => read({ POINTS_EXPIRY_NOTICE_DAYS: "0" })).toThrow(/POINTS_EXPIRY_NOTICE_DAYS/);
});
