import { randomUUID } from "node:crypto";
import { type Cart, type CartLine, countUnits } from "./cart.server";

/** Whether an order is under way. The cart can't be edited meanwhile, as a unit could then be ordered under a second key. */
export function isOrdering(cart: Cart): boolean {
  return cart.order !== null && cart.lines.length > 0;
}

/** Starts an order and resets the documents flag (§4.18). */
export function startOrder(cart: Cart, now: number): Cart {
  const order = { units: countUnits(cart.lines), done: 0, spent: 0, checking: false, movedAt: now, paused: false };
  return { ...cart, order, removed: [], documentsNeeded: false };
}

/** Pauses an order: it keeps its keys, and nothing is ordered until `resumeOrder`. */
export function pauseOrder(cart: Cart): Cart {
  return cart.order ? { ...cart, order: { ...cart.order, paused: true } } : cart;
}

/** Resumes an order that was paused or left unfinished. */
export function resumeOrder(cart: Cart, now: number): Cart {
  return cart.order ? { ...cart, order: { ...cart.order, paused: false, movedAt: now } } : cart;
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
    order: { ...order, done: order.done + 1, spent: order.spent + price, checking: false, movedAt: now },
  };
}

/** Records that the reply about the first line's unit was lost. */
export function markChecking(cart: Cart, now: number): Cart {
  return cart.order ? { ...cart, order: { ...cart.order, checking: true, movedAt: now } } : cart;
}

/** Ends an order before its last unit. The remaining lines can be edited and get new idempotency keys. */
export function stopOrder(cart: Cart, documentsNeeded = false): Cart {
  return { ...cart, basketId: randomUUID(), order: null, documentsNeeded };
}
