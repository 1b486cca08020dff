import { randomUUID } from "node:crypto";
import type { Refusal } from "../../../contract/reply";
import { alias, REQUEST_TIMEOUT_MS } from "../../../contract/values";
import { formatCount } from "../../lib/points";
import { type Cart, type CartLine, countUnits, type OrderProgress } from "./cart.server";
import { type Comparison, compareSpending, type Spending } from "./spending.server";

/** Whether an order is under way. The cart can't be edited meanwhile, as a unit could then be ordered under a second key. */
export function isOrdering(cart: Cart): boolean {
  return cart.order !== null && cart.lines.length > 0;
}

/** How far an order under way has come, as a sentence; null when there is none. */
export function tellProgress(cart: Cart | null): string | null {
  if (!cart?.order || !isOrdering(cart)) return null;
  const { units, done } = cart.order;
  return `Оформлено ${done} из ${formatCount(units, "подарка", "подарков", "подарков")}.`;
}

/**
 * Starts an order and resets the documents flag (§4.18).
 * @param baseline what has been spent before the first unit; null when it can't be read
 */
export function startOrder(cart: Cart, now: number, baseline: Spending | null): Cart {
  const units = countUnits(cart.lines);
  const order = { units, done: 0, spent: 0, unknownSince: null, movedAt: now, paused: false, baseline };
  return { ...cart, order, removed: [], documentsNeeded: false };
}

/** The time of a change. It is always later than that of the last one, also where the clock of another node is ahead. */
function moveTime({ movedAt }: OrderProgress, now: number): number {
  return Math.max(now, movedAt + 1);
}

/** Pauses an order: it keeps its keys, and nothing is ordered until `resumeOrder`. */
export function pauseOrder(cart: Cart, now: number): Cart {
  return cart.order ? { ...cart, order: { ...cart.order, paused: true, movedAt: moveTime(cart.order, now) } } : cart;
}

/** Resumes an order that was paused or left unfinished. */
export function resumeOrder(cart: Cart, now: number): Cart {
  return cart.order ? { ...cart, order: { ...cart.order, paused: false, movedAt: moveTime(cart.order, now) } } : cart;
}

/** The next unit and its idempotency key, made of basket id, line number and unit number. */
export function nextUnit(cart: Cart): { line: CartLine; key: string } | null {
  const line = cart.lines[0];
  return line ? { line, key: `${cart.basketId}-${line.id}-${line.cartCount}` } : null;
}

/** Records that a unit of the first line was ordered: its count decreases by one, and at zero the line is removed (§4.18). */
export function completeUnit(cart: Cart, price: number, now: number): Cart {
  const [line, ...rest] = cart.lines;
  if (!line || !cart.order) return cart;
  const left = line.cartCount - 1;
  const { order } = cart;
  return {
    ...cart,
    lines: left > 0 ? [{ ...line, cartCount: left }, ...rest] : rest,
    order: {
      ...order,
      done: order.done + 1,
      spent: order.spent + price,
      unknownSince: null,
      movedAt: moveTime(order, now),
    },
  };
}

/** Records that it isn't known whether the first line's unit was ordered. The time of the first such reply is kept. */
export function markUnknown(cart: Cart, now: number): Cart {
  const { order } = cart;
  if (!order) return cart;
  return { ...cart, order: { ...order, unknownSince: order.unknownSince ?? now, movedAt: moveTime(order, now) } };
}

/** Takes the count of the portal for right, and compares it with the spending from now on. No unit is in doubt any more. */
export function resetBaseline(cart: Cart, spending: Spending, now: number): Cart {
  const { order } = cart;
  if (!order) return cart;
  const { done, spent } = order;
  const baseline = {
    balance: spending.balance + spent,
    entries: spending.entries === null ? null : spending.entries - done,
    sum: spending.sum === null ? null : spending.sum - spent,
  };
  return { ...cart, order: { ...order, baseline, unknownSince: null, movedAt: moveTime(order, now) } };
}

/** How long the portal looks for a unit in doubt by itself before it asks the participant. */
const SEARCH_MS = REQUEST_TIMEOUT_MS + 10_000;

/** Whether the participant has to say what became of the unit in doubt, as it hasn't been found for long enough. */
export function needsDecision({ unknownSince }: OrderProgress, now: number): boolean {
  return unknownSince !== null && now - unknownSince >= SEARCH_MS;
}

/** Prices of the units that are left, in the order in which they are sent. A gift that is no longer offered costs 0. */
export function listUnitPrices({ lines }: Cart, prices: ReadonlyMap<string, number>): number[] {
  return lines.flatMap(({ prize_id, cartCount }) => Array<number>(cartCount).fill(prices.get(prize_id) ?? 0));
}

/**
 * Counts units that the upstream shows as ordered although no reply said so, and tells how the figures compare. Without a
 * baseline nothing can be concluded.
 */
export function reconcile(
  cart: Cart,
  spending: Spending,
  prices: ReadonlyMap<string, number>,
  now: number,
): { cart: Cart; comparison: Comparison["kind"] } {
  const { order } = cart;
  if (!order?.baseline) return { cart, comparison: "unexplained" };
  const { baseline, done, spent } = order;
  const unitPrices = listUnitPrices(cart, prices);
  const comparison = compareSpending({ baseline, done, spent, prices: unitPrices }, spending);
  if (comparison.kind !== "ordered") return { cart, comparison: comparison.kind };
  const found = unitPrices.slice(0, comparison.units);
  return { cart: found.reduce((counted, price) => completeUnit(counted, price, now), cart), comparison: "ordered" };
}

/** Ends an order before its last unit. The remaining lines can be edited and get new idempotency keys. */
export function stopOrder(cart: Cart, documentsNeeded = false): Cart {
  return { ...cart, basketId: randomUUID(), order: null, documentsNeeded };
}

/** Ends an order whose next unit was refused. The cart remembers when documents are missing (§8.5). */
export function stopRefusedOrder(cart: Cart, { aliases }: Refusal): Cart {
  return stopOrder(cart, aliases.includes(alias.needDocuments));
}
