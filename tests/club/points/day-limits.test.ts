import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OperatorAuthority } from "../../../club/platform/acts/act";
import { tryOut } from "../../../club/platform/db/try-out";
import type { Services, Trx } from "../../../club/platform/services";
import {
  AGREED,
  type Authority,
  countCredit,
  countFuturePoints,
  DayLimitReached,
  findDayExcess,
  forgetPointDays,
  hasRoom,
  MOVED,
} from "../../../club/points/day-limits";
import { openTestDatabase, type TestDatabase } from "../../setup/database";

let database: TestDatabase;
let services: Services;
let asked: string[] = [];
let alarms: unknown[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  services = {
    settings: { secondOperatorPointsPerDay: 300, reportPointsPerDay: 500, pointsPerDay: 1000 },
    now: () => new Date("2026-06-15T09:00:00Z"),
    log: { error: (fields: unknown, message: string) => alarms.push([fields, message]) },
    countAlarm: (alarm: string) => alarms.push(alarm),
    db: database.db,
  } as unknown as Services;
});
afterAll(() => database.close());
beforeEach(() => {
  [asked, alarms] = [[], []];
});

const operator = (changes: Partial<OperatorAuthority> = {}): OperatorAuthority => ({
  kind: "operator",
  name: "anna",
  act: "make-points",
  services,
  mayCredit: true,
  isAgreed: false,
  requireSecondOperator: (reason) => asked.push(reason),
  ...changes,
});
const distributor = (curatorId: number): Authority => ({ kind: "distributor", services, curatorId });
const rule = (): Authority => ({ kind: "rule", services });
/** Nothing of a test stays for the next one. */
const within = <Result>(work: (trx: Trx) => Promise<Result>) => tryOut(database.db, work);
const counted = async (trx: Trx) => {
  const rows = await trx.selectFrom("point_days").selectAll().orderBy("day").orderBy("scope").execute();
  return rows.map(({ day, scope, points }) => `${day} ${scope} ${points}`);
};
const plain = (text: string) => text.replace(/\s/g, " ");
const FULL = "На сегодня баллы всего клуба закончились: дальше решает оператор.";
const ALARM = [
  [{ alarm: "points-per-day" }, "the day's points of the club are used up: further ones wait"],
  "points-per-day",
];

test("§6.2 no points, points that were there before and points that an act has counted count to nobody's day", () =>
  within(async (trx) => {
    await countCredit(trx, operator({ mayCredit: false }), 0);
    await countCredit(trx, rule(), 0);
    await countCredit(trx, AGREED, 5000);
    await countCredit(trx, MOVED, 5000);
    await countCredit(trx, operator({ isAgreed: true }), 5000);
    expect(await counted(trx)).toEqual([]);
    await expect(countCredit(trx, operator({ mayCredit: false }), 1)).rejects.toThrow(
      "The act make-points makes points",
    );
    await expect(countFuturePoints(trx, operator({ mayCredit: false }), 0)).rejects.toThrow("doesn't declare it");
    await countFuturePoints(trx, operator(), 0);
    await countFuturePoints(trx, operator(), -5);
    await countFuturePoints(trx, operator({ isAgreed: true }), 5000);
    expect([await counted(trx), asked]).toEqual([[], []]);
  }));

test("§6.2 an operator's points count to the own day and to the club's; one above each asks a second operator", () =>
  within(async (trx) => {
    await countCredit(trx, operator(), 299);
    await countCredit(trx, operator(), 1);
    expect([await counted(trx), asked]).toEqual([["2026-06-15 club 300", "2026-06-15 operator:anna 300"], []]);
    await countCredit(trx, operator(), 1);
    expect(asked.map(plain)).toEqual(["За сегодня это 301 балл на одного оператора, без второго можно 300 баллов."]);
    asked = [];
    await countCredit(trx, operator({ name: "olga" }), 299);
    await countCredit(trx, rule(), 400);
    expect(asked).toEqual([]);
    await countCredit(trx, operator({ name: "olga" }), 1);
    expect(asked.map(plain)).toEqual([
      "За день по клубу начислено бы 1 001 балл, без второго оператора можно 1 000 баллов.",
    ]);
    expect(alarms).toEqual([]);
  }));

test("§6.2 future points count to the operator's day alone", () =>
  within(async (trx) => {
    await countFuturePoints(trx, operator(), 300);
    expect([await counted(trx), asked]).toEqual([["2026-06-15 operator:anna 300"], []]);
    await countFuturePoints(trx, operator(), 1);
    expect(asked).toHaveLength(1);
  }));

test("§1.3 a distributor has a day of its own, and no distributor more than the club's day has room for", async () => {
  await within(async (trx) => {
    await countCredit(trx, distributor(7), 500);
    await countCredit(trx, distributor(8), 499);
    expect(await counted(trx)).toEqual([
      "2026-06-15 club 999",
      "2026-06-15 distributor:7 500",
      "2026-06-15 distributor:8 499",
    ]);
    await countCredit(trx, distributor(8), 1);
    expect(alarms).toEqual([]);
    const refused = countCredit(trx, distributor(9), 1);
    await expect(refused).rejects.toThrow(DayLimitReached);
    await expect(refused).rejects.toMatchObject({
      text: FULL,
      status: 422,
      entries: [{ error_display_message: FULL }],
    });
    expect(alarms).toEqual(ALARM);
  });
  alarms = [];
  await within(async (trx) => {
    const text = expect.stringMatching(
      /^За сегодня это было бы 501\sбалл, дистрибьютору без решения оператора можно 500\s/,
    );
    await expect(countCredit(trx, distributor(7), 501)).rejects.toMatchObject({ text });
    expect(alarms).toEqual([]);
  });
});

test("§6.2 the club's own rules take exactly the last points of the day, and the next day has its own", async () => {
  await within(async (trx) => {
    await countCredit(trx, rule(), 1000);
    await expect(countCredit(trx, rule(), 1)).rejects.toMatchObject({ text: FULL });
    expect(alarms).toEqual(ALARM);
    alarms = [];
    const at = (moment: string) => ({ ...services, now: () => new Date(moment) });
    expect(await hasRoom(trx, at("2026-06-15T21:00:00Z"), 1000)).toBe(true);
    expect(await hasRoom(trx, at("2026-06-15T21:00:00Z"), 1)).toBe(false);
    expect(alarms).toEqual(ALARM);
    // What had no room isn't counted.
    expect((await counted(trx)).at(-1)).toBe("2026-06-16 club 1000");
    await forgetPointDays({ ...at("2026-06-15T20:59:59Z"), db: trx });
    expect(await counted(trx)).toHaveLength(2);
    await forgetPointDays({ ...at("2026-06-15T21:00:00Z"), db: trx });
    expect(await counted(trx)).toEqual(["2026-06-16 club 1000"]);
  });
});

test("§1.3 before a report is counted, its curator reads whether today has room for it", () =>
  within(async (trx) => {
    const excess = async (curatorId: number, points: number, by = services) => {
      const text = await findDayExcess(trx, by, { curatorId, points });
      return text && plain(text);
    };
    expect([await excess(7, 500), await excess(7, 0)]).toEqual([null, null]);
    expect(await excess(7, 501)).toBe(
      "За сегодня это было бы 501 балл, дистрибьютору без решения оператора можно 500 баллов в день.",
    );
    await countCredit(trx, distributor(7), 400);
    expect(await excess(7, 100)).toBeNull();
    expect(await excess(7, 101)).toContain("501 балл");
    expect(await excess(8, 500)).toBeNull();
    await countCredit(trx, rule(), 300);
    expect(await excess(8, 300)).toBeNull();
    expect(await excess(8, 301)).toBe(FULL);
    expect(await excess(8, 501)).toContain("501 балл");
    await countCredit(trx, rule(), 300);
    expect([await excess(8, 0), await excess(8, 1)]).toEqual([null, FULL]);
    expect(await excess(8, 500, { ...services, now: () => new Date("2026-06-15T21:00:00Z") })).toBeNull();
  }));
