import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tryOut } from "../../../club/platform/db/try-out";
import type { Services, Trx } from "../../../club/platform/services";
import { type Authority, DayLimitReached, MOVED } from "../../../club/points/day-limits";
import {
  type Credit,
  creditPoints,
  creditWaiting,
  lockBalance,
  readBalance,
  refundPoints,
  releasePendingCredits,
  spendPoints,
} from "../../../club/points/ledger";
import { removePendingCredits, takeBackPoints } from "../../../club/points/take-back-points";
import { openTestDatabase, type TestDatabase } from "../../setup/database";

/** What the ledger writes, without a club around it. */

let database: TestDatabase;
let services: Services;
let rule: Authority;
const NOW = new Date("2026-06-15T09:00:00Z");

beforeAll(async () => {
  database = await openTestDatabase();
  services = {
    settings: { pointsPerDay: 1000, reportPointsPerDay: 1000, pointsPendingDays: null },
    now: () => NOW,
    log: { error: () => undefined },
    countAlarm: () => undefined,
  } as unknown as Services;
  rule = { kind: "rule", services };
});
afterAll(() => database.close());

/** Nothing of a test stays for the next one. */
const within = <Result>(work: (trx: Trx) => Promise<Result>) => tryOut(database.db, work);
/** A refusal leaves the transaction usable for what is asked afterwards. */
const inside = <Result>(work: Promise<Result>) => expect(work).rejects;

let made = 0;
async function addUser(
  trx: Trx,
  { phone = NOW, agreement = NOW }: { phone?: Date | null; agreement?: Date | null } = {},
) {
  made += 1;
  const { id } = await trx
    .insertInto("users")
    .values({
      role: "member",
      is_system: false,
      first_name: "Иван",
      last_name: "Иванов",
      sur_name: "",
      phone: `7912${String(made).padStart(7, "0")}`,
      email: `ledger-${made}@example.org`,
      phone_confirmed_at: phone,
      agreement_accepted_at: agreement,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const credit = (userId: number, reference: string, amount = 10, more: Partial<Credit> = {}): Credit => ({
  userId,
  amount,
  reason: "promo_code",
  reference,
  action: `Промокод ${reference}`,
  ...more,
});
const spending = (userId: number, reference: string, amount: number) =>
  ({ userId, amount, reason: "exchange", reference, action: "Подарок", createdAt: NOW }) as const;
const taking = (userId: number, reference: string, amount: number) =>
  ({ userId, amount, reason: "reversal", reference, action: "Отзыв", createdAt: NOW }) as const;

const entries = async (trx: Trx, userId: number) => {
  const rows = await trx.selectFrom("ledger_entries").selectAll().where("user_id", "=", userId).orderBy("id").execute();
  return rows.map(({ amount, balance_after, number, reason, reference }) => [
    amount,
    balance_after,
    number,
    reason,
    reference,
  ]);
};
const pending = async (trx: Trx, userId: number) => {
  const rows = await trx
    .selectFrom("pending_credits")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map(({ reference, amount, waits_for_room }) => [reference, amount, waits_for_room]);
};
const countedToday = async (trx: Trx) =>
  (await trx.selectFrom("point_days").select("points").where("scope", "=", "club").executeTakeFirst())?.points ?? 0;

test("§1.3 entries are numbered by additions and spendings apart, and keep their moment", () =>
  within(async (trx) => {
    const [one, other] = [await addUser(trx), await addUser(trx)];
    expect(await creditPoints(trx, MOVED, [])).toEqual([]);
    const createdAt = new Date("2026-01-02T03:04:05Z");
    expect(
      await creditPoints(trx, MOVED, [credit(other, "a"), credit(one, "a", 30, { createdAt }), credit(one, "b", 5)]),
    ).toEqual(["credited", "credited", "credited"]);
    await spendPoints(trx, spending(one, "exchange:1", 15));
    await spendPoints(trx, spending(one, "exchange:2", 20));
    expect(
      await refundPoints(trx, { userId: one, amount: 20, reference: "exchange:2", action: "Возврат", createdAt }),
    ).toBe(true);
    expect(await entries(trx, one)).toEqual([
      [30, 30, 1, "promo_code", "a"],
      [5, 35, 2, "promo_code", "b"],
      [-15, 20, 1, "exchange", "exchange:1"],
      [-20, 0, 2, "exchange", "exchange:2"],
      [20, 20, 3, "refund", "exchange:2"],
    ]);
    const rows = await trx
      .selectFrom("ledger_entries")
      .select("created_at")
      .where("user_id", "=", one)
      .orderBy("id")
      .execute();
    expect([rows[0]?.created_at, rows[2]?.created_at, rows[4]?.created_at]).toEqual([createdAt, NOW, createdAt]);
    // One without a moment of its own has that of its transaction.
    expect((await sql`select now() as created_at`.execute(trx)).rows).toEqual([rows[1]]);
    expect(await entries(trx, other)).toEqual([[10, 10, 1, "promo_code", "a"]]);
  }));

test("§1.6 a balance is spent to its last point, and a refused spending writes nothing", () =>
  within(async (trx) => {
    const id = await addUser(trx);
    await creditPoints(trx, MOVED, [credit(id, "a", 100)]);
    await inside(spendPoints(trx, spending(id, "exchange:1", 101))).toMatchObject({ status: 422 });
    await inside(spendPoints(trx, spending(await addUser(trx), "exchange:1", 1))).toMatchObject({ status: 422 });
    await spendPoints(trx, spending(id, "exchange:2", 100));
    expect(await readBalance(trx, id)).toBe(0);
    expect(await entries(trx, id)).toHaveLength(2);
    for (const wrong of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
      await inside(spendPoints(trx, spending(id, "exchange:3", wrong))).toThrow("whole number above zero");
      await inside(creditPoints(trx, MOVED, [credit(id, "ok"), credit(id, "x", wrong)])).toThrow(RangeError);
      await inside(refundPoints(trx, { userId: id, amount: wrong, reference: "r", action: "" })).toThrow(RangeError);
      await inside(takeBackPoints(trx, services, [taking(id, "t", wrong)])).toThrow(RangeError);
    }
    expect(await entries(trx, id)).toHaveLength(2);
    expect(await readBalance(trx, await addUser(trx))).toBe(0);
    const empty = await addUser(trx);
    expect([await lockBalance(trx, empty), await lockBalance(trx, empty)]).toEqual([0, 0]);
    expect(await trx.selectFrom("balances").select("points").where("user_id", "=", empty).execute()).toEqual([
      { points: 0 },
    ]);
  }));

test("§1.3 a credit counts once, unless the transaction itself has made what it is for", async () => {
  await within(async (trx) => {
    const id = await addUser(trx);
    await creditPoints(trx, MOVED, [credit(id, "a")]);
    expect(await creditPoints(trx, MOVED, [credit(id, "b"), credit(id, "a"), credit(id, "b")])).toEqual([
      "credited",
      "duplicate",
      "duplicate",
    ]);
    expect(await creditPoints(trx, MOVED, [credit(id, "a", 10, { reason: "correction" })])).toEqual(["credited"]);
    const other = await addUser(trx);
    expect(await creditPoints(trx, MOVED, [credit(other, "a")])).toEqual(["credited"]);
    expect(await creditPoints(trx, MOVED, [credit(other, "c")], { areNew: true })).toEqual(["credited"]);
    // Nobody looks for it, so the database refuses it.
    await expect(creditPoints(trx, MOVED, [credit(id, "a")], { areNew: true })).rejects.toThrow("duplicate key");
  });
});

test("§4.9 only who has both a confirmed phone and accepted rules gets points at once", () =>
  within(async (trx) => {
    for (const [phone, agreement] of [
      [null, NOW],
      [NOW, null],
      [null, null],
    ]) {
      const id = await addUser(trx, { phone, agreement });
      const credits = [
        credit(id, "deal:1", 7, { reason: "deal" }),
        credit(id, "deal:2", 3, { reason: "deal" }),
        credit(id, "invite:1", 100, { reason: "invite" }),
        credit(id, "referral:1", 100, { reason: "referral" }),
        credit(id, "code", 1),
      ];
      expect(await creditPoints(trx, MOVED, credits)).toEqual(Array(5).fill("pending"));
      expect(await readBalance(trx, id)).toBe(0);
      expect(await releasePendingCredits(trx, id)).toEqual({ points: 211, sales: 2, invites: 2 });
      expect(await readBalance(trx, id)).toBe(211);
      expect(await releasePendingCredits(trx, id)).toEqual({ points: 0, sales: 0, invites: 0 });
    }
  }));

test("§6.2 the club's own points wait for a day with room, the oldest first, and are counted once", () =>
  within(async (trx) => {
    const [one, two, newcomer] = [await addUser(trx), await addUser(trx), await addUser(trx, { agreement: null })];
    const give = (userId: number, reference: string, amount: number) =>
      creditPoints(trx, rule, [credit(userId, reference, amount)], { mayWait: true });
    expect(await creditWaiting(trx, services)).toBe(false);
    expect(await give(one, "a", 900)).toEqual(["credited"]);
    expect(await countedToday(trx)).toBe(900);
    expect(await give(newcomer, "b", 101)).toEqual(["waiting"]);
    expect(await give(two, "c", 102)).toEqual(["waiting"]);
    expect(await give(one, "d", 100)).toEqual(["credited"]);
    expect(await countedToday(trx)).toBe(1000);
    expect([await pending(trx, newcomer), await pending(trx, two)]).toEqual([[["b", 101, true]], [["c", 102, true]]]);
    // What waits for room isn't released by the rules.
    expect(await releasePendingCredits(trx, two)).toMatchObject({ points: 0 });
    await trx.deleteFrom("point_days").execute();
    expect(await creditWaiting(trx, services)).toBe(true);
    expect(await pending(trx, newcomer)).toEqual([["b", 101, false]]);
    expect([await readBalance(trx, newcomer), await readBalance(trx, two)]).toEqual([0, 0]);
    expect(await creditWaiting(trx, services)).toBe(true);
    expect([await readBalance(trx, two), await countedToday(trx)]).toEqual([102, 203]);
    expect(await creditWaiting(trx, services)).toBe(false);
  }));

test("§6.2 nothing waits that a distributor brings or that may not, and a full day keeps what waits", async () => {
  await within(async (trx) => {
    const id = await addUser(trx);
    await inside(creditPoints(trx, rule, [credit(id, "a", 1001)])).toThrow(DayLimitReached);
  });
  await within(async (trx) => {
    const authority: Authority = { kind: "distributor", services, curatorId: 7 };
    const credits = [credit(await addUser(trx), "a", 1001)];
    await inside(creditPoints(trx, authority, credits, { mayWait: true })).toThrow(DayLimitReached);
  });
  await within(async (trx) => {
    const id = await addUser(trx);
    await creditPoints(trx, rule, [credit(id, "a", 999)]);
    expect(await countedToday(trx)).toBe(999);
    expect(await creditPoints(trx, rule, [credit(id, "b", 2)], { mayWait: true })).toEqual(["waiting"]);
    await inside(creditWaiting(trx, services)).toThrow(DayLimitReached);
    expect(await readBalance(trx, id)).toBe(999);
  });
});

test("§1.6 only points with a later day are held", () =>
  within(async (trx) => {
    const [one, other] = [await addUser(trx), await addUser(trx)];
    const held = () =>
      trx.selectFrom("held_points").select(["user_id", "reference", "points", "available_on"]).execute();
    await creditPoints(trx, MOVED, [credit(one, "a")]);
    expect(await held()).toEqual([]);
    await creditPoints(trx, MOVED, [credit(one, "b", 20, { availableOn: "2026-07-01" }), credit(other, "b", 5)]);
    expect(await held()).toEqual([{ user_id: one, reference: "b", points: 20, available_on: "2026-07-01" }]);
    const later = await addUser(trx, { phone: null });
    await creditPoints(trx, MOVED, [credit(later, "c", 3, { availableOn: "2026-07-02" })]);
    await releasePendingCredits(trx, later);
    expect(await held()).toContainEqual({ user_id: later, reference: "c", points: 3, available_on: "2026-07-02" });
  }));

test("§3.10 what a balance doesn't cover becomes a debt, several takings in a row, and the next credits pay it", () =>
  within(async (trx) => {
    const [one, other] = [await addUser(trx), await addUser(trx)];
    const owed = async (userId: number) => {
      const rows = await trx.selectFrom("debts").selectAll().where("user_id", "=", userId).orderBy("id").execute();
      return rows.map(({ reference, amount, amount_left }) => [reference, amount, amount_left]);
    };
    await creditPoints(trx, MOVED, [credit(one, "a", 50), credit(other, "a", 50)]);
    expect(await takeBackPoints(trx, services, [])).toBe(0);
    expect(await takeBackPoints(trx, services, [taking(one, "t1", 30), taking(other, "t1", 50)])).toBe(0);
    expect([await owed(one), await owed(other)]).toEqual([[], []]);
    expect(
      await takeBackPoints(trx, services, [taking(one, "t2", 15), taking(one, "t3", 15), taking(one, "t4", 5)]),
    ).toBe(15);
    expect(await owed(one)).toEqual([
      ["t3", 10, 10],
      ["t4", 5, 5],
    ]);
    expect((await entries(trx, one)).slice(1)).toEqual([
      [-30, 20, 1, "reversal", "t1"],
      [-15, 5, 2, "reversal", "t2"],
      [-5, 0, 3, "reversal", "t3"],
    ]);
    await creditPoints(trx, MOVED, [credit(one, "b", 12)]);
    expect(await owed(one)).toEqual([
      ["t3", 10, 0],
      ["t4", 5, 3],
    ]);
    expect(await readBalance(trx, one)).toBe(0);
    await refundPoints(trx, { userId: one, amount: 10, reference: "exchange:9", action: "Возврат" });
    expect([await owed(one), await readBalance(trx, one)]).toEqual([
      [
        ["t3", 10, 0],
        ["t4", 5, 0],
      ],
      7,
    ]);
    expect(await refundPoints(trx, { userId: one, amount: 10, reference: "exchange:9", action: "" })).toBe(false);
    expect(await refundPoints(trx, { userId: other, amount: 10, reference: "exchange:9", action: "" })).toBe(true);
    expect([await readBalance(trx, one), await readBalance(trx, other)]).toEqual([7, 10]);
  }));

test("§3.10 of pending credits only those that are named are removed, by person, reason and reference", () =>
  within(async (trx) => {
    const [one, other] = [await addUser(trx, { phone: null }), await addUser(trx, { phone: null })];
    await creditPoints(trx, MOVED, [
      credit(one, "deal:1", 1, { reason: "deal" }),
      credit(one, "deal:1", 2),
      credit(one, "deal:2", 3, { reason: "deal" }),
      credit(other, "deal:1", 4, { reason: "deal" }),
    ]);
    const named = [
      { userId: one, reason: "deal", reference: "deal:1" },
      { userId: one, reason: "deal", reference: "deal:9" },
    ] as const;
    expect(await removePendingCredits(trx, named)).toEqual([{ userId: one, reference: "deal:1" }]);
    expect((await pending(trx, one)).map(([, amount]) => amount)).toEqual([2, 3]);
    expect(await pending(trx, other)).toEqual([["deal:1", 4, false]]);
  }));
