import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setExchangeStatus } from "../../club/gifts/prizes/set-exchange-status";
import { expirePoints } from "../../club/points/expire-points";
import { readBalance, spendPoints } from "../../club/points/ledger";
import { splitOwed } from "../../club/points/owed";
import { verifyLedger } from "../../club/points/verify-ledger";
import { exchangePrize } from "../../contract/prizes";
import { addPerson, credit, type TestPerson } from "../club/points/people";
import { openTestClub, type TestClub } from "../setup/club";
import { keepSessions } from "../setup/lasting-sessions";
import { tries } from "../setup/properties";

const PRICE = 70;
const NOTICE_DAYS = 5;
const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.parse("2090-01-20T09:00:00Z");

/** The last day whose points expire on a day, a month later; a shorter month before has no such day. */
function lastEarned(day: number): number {
  const at = new Date(START + day * DAY_MS);
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const lastDate = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Math.floor((Date.UTC(year, month - 1, Math.min(date, lastDate), 9) - START) / DAY_MS);
}

let club: TestClub;
let prizeId: number;

beforeAll(async () => {
  club = await openTestClub({
    work: false,
    settings: { documentsLimit: 1_000_000_000, pointsExpireMonths: 1, pointsExpiryNoticeDays: NOTICE_DAYS },
  });
  const prize = await club.db
    .insertInto("prizes")
    .values({ handler_system_name: "giftery", retailer: "Магазин", name: "Сертификат", price: PRICE })
    .returning("id")
    .executeTakeFirstOrThrow();
  prizeId = prize.id;
});
afterAll(() => club?.close());

type Step =
  | { readonly kind: "earn" | "spend"; readonly amount: number }
  | { readonly kind: "order" }
  | { readonly kind: "cancel"; readonly which: number }
  | { readonly kind: "night"; readonly days: number };

const amount = fc.integer({ min: 1, max: 100 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: amount.map((points): Step => ({ kind: "earn", amount: points })) },
  { weight: 2, arbitrary: amount.map((points): Step => ({ kind: "spend", amount: points })) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: "order" }) },
  { weight: 1, arbitrary: fc.nat({ max: 3 }).map((which): Step => ({ kind: "cancel", which })) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }).map((days): Step => ({ kind: "night", days })) },
);

/** Points as lots with the day on which they were earned. What went was taken from the oldest. */
class Lots {
  readonly earned: { day: number; amount: number }[] = [];
  readonly announced: { day: number; points: number }[] = [];
  gone = 0;

  get balance(): number {
    return this.earned.reduce((sum, lot) => sum + lot.amount, 0) - this.gone;
  }

  /** What is left of the lots that were earned up to a day. */
  leftUpTo(day: number): number {
    let taken = this.gone;
    let left = 0;
    for (const lot of this.earned) {
      const used = Math.min(taken, lot.amount);
      taken -= used;
      if (lot.day <= day) left += lot.amount - used;
    }
    return left;
  }

  night(today: number): void {
    for (const due of this.announced.filter(({ day }) => day <= today)) {
      this.gone += Math.min(due.points, this.leftUpTo(lastEarned(due.day)));
    }
    this.announced.splice(0, this.announced.filter(({ day }) => day <= today).length);
    const day = today + NOTICE_DAYS;
    const known = this.announced.reduce((sum, { points }) => sum + points, 0);
    const points = this.leftUpTo(lastEarned(day)) - known;
    if (points > 0) this.announced.push({ day, points });
  }
}

test("§1.6 points expire as lots do of which the oldest is spent first, and what is left of the lots is the balance", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 50, size: "max" }), async (steps) => {
      run += 1;
      // Everybody begins on the same day, so nobody else's points are due.
      club.clock.set(new Date(START));
      await club.db.deleteFrom("point_expiries").where("expired_points", "is", null).execute();
      const person = await addPerson(club, { role: "member" });
      const lots = new Lots();
      const orders: number[] = [];
      let today = 0;
      for (const [index, one] of steps.entries()) {
        await perform(person, one, `${run}:${index}`, orders, today, lots);
        if (one.kind === "night") today += one.days;
        expect(await readBalance(club.db, person.id), `${index}: ${JSON.stringify(one)}`).toBe(lots.balance);
      }
      expect(lots.leftUpTo(today)).toBe(lots.balance);
      const { rest } = await club.db
        .selectFrom("balances")
        .select((row) => row.fn.sum<number>("points").as("rest"))
        .executeTakeFirstOrThrow();
      const owed = await splitOwed(club.db, new Date("2100-01-01"));
      expect(owed.reduce((sum, { points }) => sum + points, 0)).toBe(Number(rest));
      expect(await verifyLedger(club.db)).toEqual([]);
      // Nobody's points are left for the nights of the next run.
      if (lots.balance > 0) await spend(person, lots.balance, `${run}:rest`);
    }),
    tries(12),
  );
  const { count } = await club.db
    .selectFrom("ledger_entries")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("reason", "=", "expiry")
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThan(0);
});

async function perform(
  person: TestPerson,
  one: Step,
  name: string,
  orders: number[],
  today: number,
  lots: Lots,
): Promise<void> {
  switch (one.kind) {
    case "earn": {
      const entry = { userId: person.id, amount: one.amount, reason: "correction", reference: `earn:${name}` } as const;
      await credit(club, [{ ...entry, action: "Начислено", createdAt: club.clock.now() }]);
      lots.earned.push({ day: today, amount: one.amount });
      return;
    }
    case "spend":
      if (lots.balance < one.amount) return;
      await spend(person, one.amount, name);
      lots.gone += one.amount;
      return;
    case "order": {
      if (lots.balance < PRICE) return;
      // The session lives for thirty days after its last use.
      await keepSessions(club);
      const { id } = await club.ask(
        exchangePrize,
        { prize_id: String(prizeId), basket_uuid: name, selected_additional_fields: [] },
        { token: person.token, idempotencyKey: `expiry-${name}` },
      );
      orders.push(Number(id));
      lots.gone += PRICE;
      return;
    }
    case "cancel": {
      const [exchangeId] = orders.splice(one.which, 1);
      if (exchangeId === undefined) return;
      const change = { exchangeId, status: "cancelled", by: "test" } as const;
      await club.db.transaction().execute((trx) => setExchangeStatus(trx, club.club.services, change));
      lots.gone -= PRICE;
      return;
    }
    case "night":
      club.clock.advance(one.days * DAY_MS);
      await expirePoints(club.club.services);
      lots.night(today + one.days);
  }
}

function spend(person: TestPerson, points: number, name: string) {
  return club.db.transaction().execute((trx) =>
    spendPoints(trx, {
      userId: person.id,
      amount: points,
      reason: "correction",
      reference: `spend:${name}`,
      action: "Списано",
      createdAt: club.clock.now(),
    }),
  );
}
