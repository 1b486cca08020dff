import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  addToCart,
  type Cart,
  type CartLine,
  changeCount,
  countUnits,
  emptyCart,
  listRemovedLines,
  removeAllLines,
  removeLine,
  restoreLine,
  setDelivery,
} from "../../app/features/cart/cart.server";
import { fitsCookie, unsealCart, writeCart } from "../../app/features/cart/cart-cookie.server";
import { viewCart } from "../../app/features/cart/cart-view.server";
import { type CartView, optimisticCart } from "../../app/features/cart/optimistic-cart";
import { startOrder } from "../../app/features/cart/order.server";
import { LINE_MAX_COUNT } from "../../app/lib/cart-limits";
import { setUpstreamUrl } from "../../app/lib/configuration.server";
import { tries } from "../setup/properties";

const USER = "7";
const START = Date.parse("2026-03-01T09:00:00Z");

beforeAll(() => {
  process.env.SESSION_SECRETS = "a secret for tests that is long enough to pass";
  process.env.LOG_LEVEL = "silent";
  setUpstreamUrl("http://127.0.0.1:1");
  vi.useFakeTimers({ toFake: ["Date"], now: START });
});
afterAll(() => vi.useRealTimers());

/** Today's gifts; there is no gift "4" any more. */
const prices: Readonly<Record<string, number>> = { 1: 100, 2: 999, 3: 15_000 };
const gifts = new Map(
  Object.entries(prices).map(([id, price]) => [
    id,
    {
      gift: { name: `Подарок ${id}`, price, obstacle: "" },
      kind: { describeFields: (fields: readonly string[]) => fields.join() },
    },
  ]),
);

const gift = fc.record({
  prize_id: fc.constantFrom("1", "2", "3", "4"),
  cartCount: fc.integer({ min: 1, max: 120 }),
  physical: fc.boolean(),
  selected_additional_fields: fc.oneof(
    fc.constantFrom(
      [],
      ["", "", "L"],
      ["", "", "XL"],
      ["79001234567", "1", ""],
      ["4111111111111111", "IVAN IVANOV", ""],
    ),
    fc.array(fc.string({ maxLength: 30 }), { maxLength: 3 }),
  ),
});
/** What people do with a cart. A line is meant by its place on the page. */
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("add" as const), gift }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("count" as const),
      line: fc.nat({ max: 9 }),
      count: fc.integer({ min: 1, max: 99 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("delete" as const), line: fc.nat({ max: 9 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("return" as const), line: fc.nat({ max: 9 }) }) },
  fc.record({ kind: fc.constantFrom("clear" as const, "return-all" as const) }),
  fc.record({ kind: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 40 }) }),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;
const acts = fc.array(act, { maxLength: 25 });

/** The line that an act is about: one of those that the page offers it for. */
const pick = (lines: readonly CartLine[], at: number): number | undefined => lines[at % lines.length]?.id;

/** Does an act as the server does it. */
function perform(cart: Cart, act: Act): Cart {
  switch (act.kind) {
    case "add":
      return addToCart(cart, act.gift);
    case "count":
      return changeCount(cart, pick(cart.lines, act.line) ?? 0, act.count);
    case "delete":
      return removeLine(cart, pick(cart.lines, act.line) ?? 0);
    case "return":
      return restoreLine(cart, pick(listRemovedLines(cart), act.line) ?? 0);
    case "clear":
      return removeAllLines(cart);
    case "return-all":
      return restoreLine(cart);
    case "wait":
      vi.setSystemTime(Date.now() + act.minutes * 60_000);
      return cart;
  }
}

/** The form of the cart page that does an act; none for an act that isn't one of this page. */
function formOf(cart: Cart, act: Act): FormData | undefined {
  const form = new FormData();
  const line = "line" in act ? pick(act.kind === "return" ? listRemovedLines(cart) : cart.lines, act.line) : undefined;
  if (act.kind === "add" || act.kind === "wait" || ("line" in act && line === undefined)) return undefined;
  form.set("intent", act.kind === "return-all" ? "return" : act.kind);
  if (line !== undefined) form.set("line", String(line));
  if (act.kind === "count") form.set("cartCount", String(act.count));
  return form;
}

/** Every state that the acts lead through. */
function play(all: readonly Act[]): Cart[] {
  vi.setSystemTime(START);
  const states = [emptyCart(USER)];
  for (const one of all) states.push(perform(states.at(-1) ?? emptyCart(USER), one));
  return states;
}

const content = ({ lines }: CartView) => lines.map(({ id, count, sum, removed }) => ({ id, count, sum, removed }));
const keyOf = ({ prize_id, selected_additional_fields }: CartLine) =>
  JSON.stringify([prize_id, selected_additional_fields]);

describe("a cart, after anything that people do with it", () => {
  test("§4.17 has between 1 and 99 pieces of a line, one line for a gift, and costs price × count", () => {
    fc.assert(
      fc.property(acts, (all) => {
        for (const cart of play(all)) {
          for (const { cartCount } of cart.lines) {
            expect(Number.isInteger(cartCount) && cartCount >= 1 && cartCount <= LINE_MAX_COUNT).toBe(true);
          }
          const ids = [...cart.lines, ...listRemovedLines(cart)].map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(new Set(cart.lines.map(keyOf)).size).toBe(cart.lines.length);
          const view = viewCart(cart, gifts);
          const costs = cart.lines.reduce((sum, line) => sum + (prices[line.prize_id] ?? 0) * line.cartCount, 0);
          expect(view.total).toBe(costs);
          expect(view.units).toBe(countUnits(cart.lines.filter(({ prize_id }) => prize_id in prices)));
          expect(view.lineCount).toBe(cart.lines.length);
        }
      }),
      tries(300),
    );
  });

  test("§4.17 has a new basket id exactly when something in it is another", () => {
    fc.assert(
      fc.property(acts, (all) => {
        const states = play(all);
        states.slice(1).forEach((after, index) => {
          const before = states[index];
          const isSame = JSON.stringify(before?.lines) === JSON.stringify(after.lines);
          // A gift of which there are 99 already is added in vain.
          expect(after.basketId === before?.basketId).toBe(isSame);
        });
      }),
      tries(300),
    );
  });

  test("§4.17 loses no piece when everything is removed and restored", () => {
    fc.assert(
      fc.property(acts, (all) => {
        const cart = play(all).at(-1) ?? emptyCart(USER);
        const emptied = removeAllLines({ ...cart, removed: [] });
        expect(emptied.lines).toEqual([]);
        expect([...restoreLine(emptied).lines]).toEqual([...cart.lines]);
      }),
      tries(200),
    );
  });

  test("§4.17 is shown at once as the server then has it", () => {
    fc.assert(
      fc.property(acts, (all) => {
        vi.setSystemTime(START);
        let cart = emptyCart(USER);
        for (const one of all) {
          const form = formOf(cart, one);
          const before = viewCart(cart, gifts);
          const returned = one.kind === "return" || one.kind === "return-all" ? listRemovedLines(cart) : [];
          // A gift that was added again meanwhile joins its line; only the server's reply shows that.
          const joins = returned.some(
            (line) => [...cart.lines, ...returned].filter((other) => keyOf(other) === keyOf(line)).length > 1,
          );
          cart = perform(cart, one);
          const after = viewCart(cart, gifts);
          if (!form || joins) continue;
          const shown = optimisticCart(before, [{ formData: form }]);
          expect(content(shown)).toEqual(content(after));
          expect([shown.total, shown.units, shown.lineCount]).toEqual([after.total, after.units, after.lineCount]);
        }
      }),
      tries(300),
    );
  });

  test("§4.17 comes back from its cookie as it was, or is refused before it is too large for a browser", async () => {
    const delivery = fc.record({
      city: fc.string({ maxLength: 40 }),
      address: fc.string({ maxLength: 200 }),
      code: fc.string({ maxLength: 20 }),
    });
    const field = fc.string({ minLength: 10, maxLength: 30, unit: fc.constantFrom(..."АБВгдеABC 0123456789") });
    const long = gift.chain((one) =>
      fc.tuple(field, field).map((fields) => ({ ...one, selected_additional_fields: [...fields, ""] })),
    );
    const addition = fc.record({ kind: fc.constant("add" as const), gift: fc.oneof(gift, long) });
    const many = fc.tuple(acts, fc.array(addition, { maxLength: 60, size: "max" })).map((parts) => parts.flat());
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(many, fc.option(delivery), fc.boolean(), async (all, delivery, isOrdering) => {
        const edited = play(all).at(-1) ?? emptyCart(USER);
        const chosen = delivery ? setDelivery(edited, delivery) : edited;
        if (!fitsCookie(chosen)) {
          refused += 1;
          return;
        }
        const baseline = { balance: Number.MAX_SAFE_INTEGER, entries: 1_000_000, sum: Number.MAX_SAFE_INTEGER };
        // An order that starts makes the cart a little larger, and nobody could then refuse it.
        const cart = isOrdering && chosen.lines.length > 0 ? startOrder(chosen, Date.now(), baseline) : chosen;
        const setCookie = await writeCart(cart, cart);
        expect(Buffer.byteLength(setCookie)).toBeLessThanOrEqual(4096);
        const sealed = decodeURIComponent(/^[^=]*=([^;]*)/.exec(setCookie)?.[1] ?? "");
        const kept = listRemovedLines(cart);
        const read = await unsealCart(sealed, USER);
        expect(read).toEqual({ ...cart, removed: kept, removedAt: kept.length > 0 ? cart.removedAt : 0 });
        expect(await unsealCart(sealed, "8")).toBeNull();
      }),
      tries(80),
    );
    expect(refused).toBeGreaterThan(0);
  });
});
