import { randomUUID } from "node:crypto";
import type { PrizeHandler } from "../../contract/values";
import { LINE_MAX_COUNT } from "../lib/cart-limits";

/** One prize for one recipient in one size, some pieces of it (§3.7). Names and prices come from the prize list at every look. */
export interface CartLine {
  /** Number of the line within its cart; it outlives edits of other lines. */
  readonly id: number;
  readonly prize_id: string;
  readonly cartCount: number;
  /** [0] phone or card digits, [1] operator id or card holder, [2] size; unused places are empty. */
  readonly selected_additional_fields: readonly string[];
  /** Goes to a pickup point. */
  readonly physical: boolean;
}

/** A pickup point, as the order request names it (§3.8). */
export interface Delivery {
  readonly city: string;
  readonly address: string;
  readonly code: string;
}

/** How far an order is (§4.18). It stands while units are ordered and until the next edit after the last one. */
export interface OrderProgress {
  readonly units: number;
  readonly done: number;
  /** Points that the units done have cost. */
  readonly spent: number;
  /** The next unit was sent, and nobody knows yet what became of it. */
  readonly checking: boolean;
  /** When the order last moved, milliseconds since 1970. */
  readonly movedAt: number;
}

export interface Cart {
  readonly userId: string;
  /** Changes with every edit, so that the keys of an order never mean another one's units. */
  readonly basketId: string;
  readonly lines: readonly CartLine[];
  readonly delivery: Delivery | null;
  readonly order: OrderProgress | null;
  /** The upstream has asked for personal documents (§8.5). */
  readonly documentsNeeded: boolean;
}

/** What a prize of a handler needs besides itself. */
export function isPhysical(handler: PrizeHandler | (string & {})): boolean {
  return handler !== "phone" && handler !== "card" && handler !== "giftery";
}

export function emptyCart(userId: string): Cart {
  return { userId, basketId: randomUUID(), lines: [], delivery: null, order: null, documentsNeeded: false };
}

/** Adds pieces; a line of the same prize, recipient and size takes them in (§4.17). At most `LINE_MAX_COUNT` of a line. */
export function addToCart(cart: Cart, added: Omit<CartLine, "id">): Cart {
  const same = cart.lines.find((line) => isSameLine(line, added));
  if (same) return changeCount(cart, same.id, same.cartCount + added.cartCount);
  const id = Math.max(0, ...cart.lines.map((line) => line.id)) + 1;
  return edit(cart, [...cart.lines, { ...added, id, cartCount: boundCount(added.cartCount) }]);
}

/** Sets the pieces of a line; none takes the line out. An unknown line changes nothing. */
export function changeCount(cart: Cart, lineId: number, count: number): Cart {
  if (count < 1) return deleteLine(cart, lineId);
  return edit(
    cart,
    cart.lines.map((line) => (line.id === lineId ? { ...line, cartCount: boundCount(count) } : line)),
  );
}

export function deleteLine(cart: Cart, lineId: number): Cart {
  return edit(
    cart,
    cart.lines.filter((line) => line.id !== lineId),
  );
}

export function clearCart(cart: Cart): Cart {
  return edit(cart, []);
}

/** The pickup point is a part of what every unit's order says, so it changes the basket id too. */
export function chooseDelivery(cart: Cart, delivery: Delivery): Cart {
  return { ...edit(cart, cart.lines), delivery };
}

/** Pieces in all lines. */
export function countUnits(lines: readonly Pick<CartLine, "cartCount">[]): number {
  return lines.reduce((sum, line) => sum + line.cartCount, 0);
}

/** Whether units are being ordered: nothing may be edited meanwhile, or a unit could be ordered under a second key. */
export function isOrdering(cart: Cart): boolean {
  return cart.order !== null && cart.lines.length > 0;
}

/** Begins an order; the documents flag is taken back (§4.18). */
export function startOrder(cart: Cart, now: number): Cart {
  const order = { units: countUnits(cart.lines), done: 0, spent: 0, checking: false, movedAt: now };
  return { ...cart, order, documentsNeeded: false };
}

/** The unit that comes next, and the key under which the upstream takes it once: basket, line, number of the unit. */
export function nextUnit(cart: Cart): { line: CartLine; key: string } | null {
  const line = cart.lines[0];
  return line ? { line, key: `${cart.basketId}-${line.id}-${line.cartCount}` } : null;
}

/** The first line's unit was ordered: its count drops by one, at zero the line is gone (§4.18). */
export function dropUnit(cart: Cart, price: number, now: number): Cart {
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

/** Nobody knows what became of the first line's unit. */
export function markChecking(cart: Cart, now: number): Cart {
  return cart.order ? { ...cart, order: { ...cart.order, checking: true, movedAt: now } } : cart;
}

/** Ends an order before its last unit. What is left may be edited, under new keys. */
export function stopOrder(cart: Cart, documentsNeeded = false): Cart {
  return { ...cart, basketId: randomUUID(), order: null, documentsNeeded };
}

function edit(cart: Cart, lines: readonly CartLine[]): Cart {
  return { ...cart, basketId: randomUUID(), lines, order: null };
}

function isSameLine(line: CartLine, other: Omit<CartLine, "id">): boolean {
  return (
    line.prize_id === other.prize_id &&
    line.selected_additional_fields.length === other.selected_additional_fields.length &&
    line.selected_additional_fields.every((field, index) => field === other.selected_additional_fields[index])
  );
}

function boundCount(count: number): number {
  return Math.min(Math.max(Math.trunc(count), 1), LINE_MAX_COUNT);
}
