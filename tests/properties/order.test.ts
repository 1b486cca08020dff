import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { action as addGift } from "../../app/routes/dashboard.gifts.$id";
import { loader as showCart } from "../../app/routes/dashboard.gifts.cart";
import { action as order, loader as showOrder } from "../../app/routes/dashboard.gifts.order";
import { readBalance } from "../../club/points/ledger";
import { givePoints } from "../club/points/people";
import { type Browser, openShop, type Shop } from "../routes/gifts/shop";
import { tries } from "../setup/properties";

const MEMBER = "79000000003";
const EXCHANGE = "/api/prize/exchange";
const ORDER = "/dashboard/gifts/order";
const CART = "/dashboard/gifts/cart";
/** Longer than the portal looks for a unit in doubt by itself. */
const SEARCH_MS = 61_000;

/** What the participant sees of the order; null when none is under way. */
interface Seen {
  readonly done: number;
  readonly paused: boolean;
  readonly checking: boolean;
  readonly question: object | null;
}

/** One order, from the outside: what the club has, and what the browser shows. */
interface Real {
  browser: Browser;
  /** The cookies that a window which was left open still has. */
  outdated: Map<string, string>;
  readonly exchangesBefore: number;
  readonly balanceBefore: number;
}

/** What must hold of it. */
interface Model {
  readonly units: number;
  /** Units that the participant has been told are ordered, or has said are. */
  done: number;
  /** Whether the participant stopped it, which ends the order. */
  isStopped: boolean;
}

describe.each([true, false])("§4.18 an order from an upstream that honours keys: %s", (idempotency) => {
  let shop: Shop;
  let memberId: number;
  let prizeId: string;

  beforeAll(async () => {
    shop = await openShop({}, { idempotency });
    const { db } = shop.club;
    const member = await db.selectFrom("users").select("id").where("phone", "=", MEMBER).executeTakeFirstOrThrow();
    memberId = member.id;
    await givePoints(shop.club, memberId, 10_000_000);
    const { id } = await db
      .selectFrom("prizes")
      .select("id")
      .where("name", "like", "Пополнение телефона на 100%")
      .executeTakeFirstOrThrow();
    prizeId = String(id);
  });
  afterEach(() => {
    vi.useRealTimers();
    clearFaults();
  });
  afterAll(() => shop.close());

  const clearFaults = () => {
    shop.loseReplies("", 0);
    shop.failCalls("", 0);
  };

  const post = async (real: Real, fields: Record<string, string>) => {
    real.outdated = new Map(real.browser.cookies);
    await real.browser.post(order, ORDER, fields);
    clearFaults();
  };

  async function countBought(real: Real): Promise<number> {
    const { count } = await shop.club.db
      .selectFrom("exchanges")
      .select((exchanges) => exchanges.fn.countAll<number>().as("count"))
      .where("user_id", "=", memberId)
      .executeTakeFirstOrThrow();
    return count - real.exchangesBefore;
  }

  async function see({ browser }: Real): Promise<Seen | null> {
    const reply = await browser.get(showOrder, ORDER);
    if (reply.status >= 300) return null;
    const { order: shown = null, ...view } = reply.data as { order?: Seen | null } & Seen;
    return shown ?? view;
  }

  async function countLeft({ browser }: Real): Promise<number> {
    const { data } = await browser.get(showCart, CART);
    return (data as Awaited<ReturnType<typeof showCart>>).view.units;
  }

  /** Each unit is bought at most once, and what the browser shows is true. */
  async function check(model: Model, real: Real): Promise<void> {
    const bought = await countBought(real);
    expect(bought).toBeLessThanOrEqual(model.units);
    const balance = await readBalance(shop.club.db, memberId);
    expect(real.balanceBefore - balance).toBe(bought * 100);
    if (model.isStopped) return;
    const seen = await see(real);
    const done = seen ? seen.done : model.units;
    expect(done).toBeGreaterThanOrEqual(model.done);
    model.done = done;
    // At most the unit in doubt is bought and not counted yet.
    expect(bought - done).toBeGreaterThanOrEqual(0);
    expect(bought - done).toBeLessThanOrEqual(seen?.checking ? 1 : 0);
    expect((await countLeft(real)) + done).toBe(model.units);
  }

  const command = (name: string, run: (model: Model, real: Real) => Promise<void>): fc.AsyncCommand<Model, Real> => ({
    check: ({ isStopped }) => !isStopped,
    run: async (model, real) => {
      await run(model, real);
      await check(model, real);
    },
    toString: () => name,
  });

  /** The participant looks at the spent points and says what is true. */
  async function decide(model: Model, real: Real): Promise<void> {
    const seen = await see(real);
    if (!seen?.question) return;
    const isBought = (await countBought(real)) > model.done;
    await post(real, { intent: isBought ? "ordered" : "not-ordered" });
    expect(await see(real)).not.toMatchObject({ question: expect.anything() });
  }

  const commands = [
    command("the next unit is sent", (_, real) => post(real, { intent: "unit" })),
    command("the next unit is sent and never arrives", (_, real) => {
      shop.failCalls(EXCHANGE, 1);
      return post(real, { intent: "unit" });
    }),
    command("two windows send the next unit at once", async (_, real) => {
      const fields = { intent: "unit" };
      await Promise.all([real.browser.post(order, ORDER, fields), real.browser.post(order, ORDER, fields)]);
    }),
    command("an older window sends the next unit", async (_, real) => {
      const own = new Map(real.browser.cookies);
      for (const [name, value] of real.outdated) real.browser.cookies.set(name, value);
      await real.browser.post(order, ORDER, { intent: "unit" });
      for (const [name, value] of own) real.browser.cookies.set(name, value);
    }),
    command("a reply is lost with its cookie", (_, real) =>
      real.browser.postWithoutReply(order, ORDER, { intent: "unit" }),
    ),
    command("it is paused", (_, real) => post(real, { intent: "pause" })),
    command("it is resumed", (_, real) => post(real, { intent: "start" })),
    command("a minute passes", async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + SEARCH_MS });
    }),
    command("the participant is asked and answers", decide),
  ];
  const loseAnswer = command("the next unit is sent and its answer is lost", (_, real) => {
    shop.loseReplies(EXCHANGE, 1);
    return post(real, { intent: "unit" });
  });
  const stop = command("it is stopped", async (model, real) => {
    await post(real, { intent: "pause" });
    const seen = await see(real);
    if (!seen) return;
    const bought = await countBought(real);
    await post(real, { intent: "stop" });
    model.isStopped = true;
    const left = await countLeft(real);
    // What is in doubt stays in the cart, and the notice says so.
    expect(model.units - left).toBeLessThanOrEqual(bought);
    expect(model.units - left).toBeGreaterThanOrEqual(seen.checking ? bought - 1 : bought);
  });

  async function start(units: number): Promise<{ model: Model; real: Real }> {
    const browser = await shop.open(MEMBER);
    const fields = { prize_id: prizeId, cartCount: String(units), recipient: "8 (900) 123-45-67", operator: "1" };
    await browser.post(addGift, "/dashboard/gifts/phone", fields, { id: "phone" });
    const real = { browser, outdated: new Map(), exchangesBefore: 0, balanceBefore: 0 };
    const [exchangesBefore, balanceBefore] = [await countBought(real), await readBalance(shop.club.db, memberId)];
    await browser.post(order, ORDER, { intent: "start" });
    return {
      model: { units, done: 0, isStopped: false },
      real: { ...real, exchangesBefore, balanceBefore, outdated: new Map(browser.cookies) },
    };
  }

  /** Goes on until everything is ordered, with an upstream that is well again. */
  async function finish(model: Model, real: Real): Promise<void> {
    for (let press = 0; press < 3 * model.units + 4 && (await see(real)); press++) {
      await decide(model, real);
      await post(real, { intent: "unit", resume: "1" });
      if (press % 2 === 1) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + SEARCH_MS });
    }
    await check(model, real);
    expect(await countBought(real)).toBe(model.units);
  }

  test("§4.18 buys each unit once, counts what it bought, and asks about a unit once, whatever happens on the way", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        // Lost answers come more often: most of what can go wrong begins with one.
        fc.commands(
          [...commands, loseAnswer, loseAnswer, loseAnswer, stop].map((one) => fc.constant(one)),
          {
            maxCommands: 10,
            size: "max",
          },
        ),
        async (units, happenings) => {
          vi.useRealTimers();
          const { model, real } = await start(units);
          await fc.asyncModelRun(() => ({ model, real }), happenings);
          if (!model.isStopped) await finish(model, real);
        },
      ),
      tries(6),
    );
  });
});
