import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setExchangeStatus } from "../../club/gifts/prizes/set-exchange-status";
import { RefusalError } from "../../club/platform/http/refusal-error";
import { moscowDate } from "../../club/platform/moscow-date";
import { readBalance, spendPoints } from "../../club/points/ledger";
import { verifyLedger } from "../../club/points/verify-ledger";
import { redeemPromoCode } from "../../club/sales/promotions/promo-code";
import { acceptAgreement } from "../../contract/accounts";
import { exchangePrize } from "../../contract/prizes";
import { addPerson, credit, type TestPerson } from "../club/points/people";
import { openTestClub, type TestClub } from "../setup/club";
import { tries } from "../setup/properties";

const PRICES = [10, 70];
const CODE_POINTS = 50;
/** The last person accepts the rules only when the run says so. */
const PEOPLE = 3;
const NEWCOMER = PEOPLE - 1;
/** How long points of sales wait before they can be spent. Each run has twice as many days of its own. */
const WAITING_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_RUN = Date.parse("2030-01-01T09:00:00Z");

let club: TestClub;
const prizes: number[] = [];
let promotionId: number;

beforeAll(async () => {
  club = await openTestClub({
    work: false,
    settings: { documentsLimit: 1_000_000_000, pointsPendingDays: WAITING_DAYS },
  });
  for (const price of PRICES) {
    const { id } = await club.db
      .insertInto("prizes")
      .values({ handler_system_name: "giftery", retailer: "Магазин", name: `Сертификат ${price}`, price })
      .returning("id")
      .executeTakeFirstOrThrow();
    prizes.push(id);
  }
  const promotion = await club.db
    .insertInto("promotions")
    .values({ name: "Осень", accepts_promo_codes: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  promotionId = promotion.id;
});
afterAll(() => club.close());

/** What the ledger is, said simply. */
interface Model {
  readonly people: {
    balance: number;
    pending: number;
    /** Those of both that wait for the day on which they can be spent. */
    waiting: { balance: number; pending: number };
    isActive: boolean;
  }[];
  /** That day has come. */
  hasDayCome: boolean;
  /** Credits by person and reference. */
  readonly credited: Set<string>;
  /** Prices of exchanges by person and key; 0 once the points were returned. */
  readonly exchanges: Map<string, number>;
  readonly usedCodes: Set<number>;
}

/** The real ledger, and what distinguishes this run from the others on the same database. */
interface Real {
  readonly run: number;
  readonly people: readonly TestPerson[];
  /** On which points that wait can be spent. */
  readonly day: Date;
}

/** Something that happens to the ledger. Both return what those who asked for it were told. */
interface Act {
  readonly name: string;
  apply(model: Model): unknown;
  perform(real: Real): Promise<unknown>;
}

const person = fc.nat({ max: PEOPLE - 1 });
const amount = fc.integer({ min: 1, max: 100 });
const key = fc.nat({ max: 3 });

let spent = 0;

function earn(model: Model, at: number, points: number, waits = false): "credited" | "pending" {
  const owner = model.people[at];
  const part = owner?.isActive ? "balance" : "pending";
  if (owner) {
    owner[part] += points;
    if (waits) owner.waiting[part] += points;
  }
  return part === "balance" ? "credited" : "pending";
}

function pay(model: Model, at: number, points: number): boolean {
  const owner = model.people[at];
  if (!owner || owner.balance < points) return false;
  owner.balance -= points;
  return true;
}

/** Orders take only what doesn't wait; operators can take all. */
function spend(model: Model, at: number, points: number): boolean {
  const owner = model.people[at];
  const waiting = model.hasDayCome ? 0 : (owner?.waiting.balance ?? 0);
  return owner !== undefined && owner.balance - waiting >= points && pay(model, at, points);
}

const isDone = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof RefusalError) return false;
      throw error;
    },
  );
const idOf = (real: Real, at: number) => real.people[at]?.id ?? 0;
const transaction = <Result>(work: Parameters<ReturnType<TestClub["db"]["transaction"]>["execute"]>[0]) =>
  club.db.transaction().execute(work) as Promise<Result>;

const credits = fc.array(fc.record({ to: person, amount, reference: fc.nat({ max: 2 }), waits: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: credits.map((all) => ({
      name: `credit ${JSON.stringify(all)}`,
      apply: (model: Model) =>
        all.map(({ to, amount, reference, waits }) => {
          if (model.credited.has(`${to}:${reference}`)) return "duplicate";
          model.credited.add(`${to}:${reference}`);
          return earn(model, to, amount, waits);
        }),
      perform: (real: Real) =>
        credit(
          club,
          all.map(({ to, amount, reference, waits }) => ({
            userId: idOf(real, to),
            amount,
            reason: "correction",
            reference: `model:${reference}`,
            action: "Исправление",
            availableOn: waits ? moscowDate(real.day) : undefined,
          })),
        ),
    })),
  },
  fc.record({ of: person, amount }).map(({ of, amount }) => ({
    name: `correct person ${of} by -${amount}`,
    apply: (model: Model) => pay(model, of, amount),
    perform: (real: Real) => {
      spent += 1;
      const reference = `model:spent:${spent}`;
      const spending = {
        userId: idOf(real, of),
        amount,
        reason: "correction",
        reference,
        action: "Исправление",
      } as const;
      return isDone(transaction((trx) => spendPoints(trx, spending)));
    },
  })),
  fc.record({ of: person, key, prize: fc.nat({ max: PRICES.length - 1 }) }).map(({ of, key, prize }) => ({
    name: `person ${of} orders prize ${prize} with key ${key}`,
    apply: (model: Model) => {
      const price = PRICES[prize] ?? 0;
      const name = `${of}:${key}-${prize}`;
      if (model.exchanges.has(name)) return true;
      if (!spend(model, of, price)) return false;
      model.exchanges.set(name, price);
      return true;
    },
    perform: async (real: Real) => {
      const { status } = await club.call(
        exchangePrize,
        { prize_id: prizes[prize] ?? 0, basket_uuid: "model" },
        { token: real.people[of]?.token, idempotencyKey: `model-${real.run}-${key}-${prize}` },
      );
      return status === 200;
    },
  })),
  fc.record({ of: person, key, prize: fc.nat({ max: PRICES.length - 1 }) }).map(({ of, key, prize }) => ({
    name: `the order of person ${of} with key ${key} of prize ${prize} is cancelled`,
    apply: (model: Model) => {
      const name = `${of}:${key}-${prize}`;
      const price = model.exchanges.get(name);
      if (price === undefined) return false;
      if (price > 0) earn(model, of, price);
      model.exchanges.set(name, 0);
      return true;
    },
    perform: async (real: Real) => {
      const exchange = await club.db
        .selectFrom("exchanges")
        .select("id")
        .where("user_id", "=", idOf(real, of))
        .where("idempotency_key", "=", `model-${real.run}-${key}-${prize}`)
        .executeTakeFirst();
      if (!exchange) return false;
      const change = { exchangeId: exchange.id, status: "cancelled", by: "test" } as const;
      return isDone(transaction((trx) => setExchangeStatus(trx, club.club.services, change)));
    },
  })),
  fc.record({ by: person, code: fc.nat({ max: 2 }) }).map(({ by, code }) => ({
    name: `person ${by} enters promo code ${code}`,
    apply: (model: Model) => {
      if (model.usedCodes.has(code)) return false;
      model.usedCodes.add(code);
      earn(model, by, CODE_POINTS);
      return true;
    },
    perform: (real: Real) => {
      const entered = { userId: idOf(real, by), code: `MODEL${real.run}X${code}` };
      return isDone(transaction((trx) => redeemPromoCode(trx, club.club.services, entered)));
    },
  })),
  fc.constant({
    name: "the newcomer accepts the rules",
    apply: (model: Model) => {
      const newcomer = model.people[NEWCOMER];
      if (!newcomer) return 0;
      newcomer.balance += newcomer.pending;
      newcomer.pending = 0;
      newcomer.waiting = { balance: newcomer.waiting.pending, pending: 0 };
      newcomer.isActive = true;
      return 200;
    },
    perform: async (real: Real) =>
      (await club.call(acceptAgreement, {}, { token: real.people[NEWCOMER]?.token })).status,
  }),
  fc.constant({
    name: "the day comes on which the points that wait can be spent",
    apply: (model: Model) => {
      model.hasDayCome = true;
    },
    perform: async (real: Real) => club.clock.set(real.day.toISOString()),
  }),
);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const alone = act.map(
  (one): fc.AsyncCommand<Model, Real> => ({
    check: () => true,
    run: async (model, real) => expect(await one.perform(real)).toEqual(one.apply(model)),
    toString: () => one.name,
  }),
);

/** Two acts at once: one of the two orders explains what happened. */
const atOnce = fc.tuple(act, act).map(
  ([one, other]): fc.AsyncCommand<Model, Real> => ({
    check: () => true,
    run: async (model, real) => {
      const told = await Promise.all([one.perform(real), other.perform(real)]);
      const balances = await Promise.all(real.people.map(({ id }) => readBalance(club.db, id)));
      const orders = [[one, other] as const, [other, one] as const].map((order) => {
        const copy = structuredClone(model);
        const said = new Map(order.map((act) => [act, act.apply(copy)]));
        return { copy, said: [said.get(one), said.get(other)], balances: copy.people.map(({ balance }) => balance) };
      });
      const right = orders.find((order) => isSame(order.said, told) && isSame(order.balances, balances));
      expect(right && told, `${JSON.stringify(told)}, ${balances}; in order: ${JSON.stringify(orders)}`).toEqual(told);
      if (right) Object.assign(model, right.copy);
    },
    toString: () => `at once: ${one.name}; ${other.name}`,
  }),
);

async function setUp(run: number): Promise<{ model: Model; real: Real }> {
  const start = FIRST_RUN + run * 2 * WAITING_DAYS * DAY_MS;
  club.clock.set(new Date(start).toISOString());
  const people: TestPerson[] = [];
  for (let at = 0; at < PEOPLE; at++) {
    people.push(await addPerson(club, { role: "member", isActivated: at !== NEWCOMER }));
  }
  const confirmed = { phone_confirmed_at: club.clock.now() };
  await club.db
    .updateTable("users")
    .set(confirmed)
    .where("id", "=", people[NEWCOMER]?.id ?? 0)
    .execute();
  const codes = [0, 1, 2].map((code) => ({
    code: `MODEL${run}X${code}`,
    promotion_id: promotionId,
    points: CODE_POINTS,
  }));
  await club.db.insertInto("promo_codes").values(codes).execute();
  const model: Model = {
    people: people.map((_, at) => ({
      balance: 0,
      pending: 0,
      waiting: { balance: 0, pending: 0 },
      isActive: at !== NEWCOMER,
    })),
    hasDayCome: false,
    credited: new Set(),
    exchanges: new Map(),
    usedCodes: new Set(),
  };
  return { model, real: { run, people, day: new Date(start + WAITING_DAYS * DAY_MS) } };
}

test("§1.3 §1.6 the ledger is what a simple model of it is, whatever happens to it, alone or at once", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands([alone, atOnce], { maxCommands: 25, size: "max" }), async (commands) => {
      run += 1;
      const { model, real } = await setUp(run);
      await fc.asyncModelRun(() => ({ model, real }), commands);
      for (const [at, { balance, pending }] of model.people.entries()) {
        const id = idOf(real, at);
        expect(await readBalance(club.db, id)).toBe(balance);
        const { sum } = await club.db
          .selectFrom("pending_credits")
          .select((row) => row.fn.sum<number | null>("amount").as("sum"))
          .where("user_id", "=", id)
          .executeTakeFirstOrThrow();
        expect(Number(sum ?? 0)).toBe(pending);
      }
      expect(await verifyLedger(club.db)).toEqual([]);
    }),
    tries(12),
  );
});
