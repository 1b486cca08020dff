import { randomUUID } from "node:crypto";
import { LINE_MAX_COUNT } from "../../lib/cart-limits";

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
  /** At the participant's wish nothing is ordered until the order is told to go on. */
  readonly paused: boolean;
}

export interface Cart {
  readonly userId: string;
  /** Changes with every edit, so that the keys of an order never mean another one's units. */
  readonly basketId: string;
  readonly lines: readonly CartLine[];
  /** Lines taken out a while ago, which can be put back as they were. */
  readonly removed: readonly CartLine[];
  /** When the last of them was taken out, milliseconds since 1970. */
  readonly removedAt: number;
  readonly delivery: Delivery | null;
  readonly order: OrderProgress | null;
  /** The upstream has asked for personal documents (§8.5). */
  readonly documentsNeeded: boolean;
}

export function emptyCart(userId: string): Cart {
  return {
    userId,
    basketId: randomUUID(),
    lines: [],
    removed: [],
    removedAt: 0,
    delivery: null,
    order: null,
    documentsNeeded: false,
  };
}

/** A line as the page names it while a form is on its way: one that can be added again bears its prize and size. */
export function lineKey({ id, prize_id, selected_additional_fields: [recipient, , size] }: CartLine): string {
  return recipient ? String(id) : `${prize_id}|${size ?? ""}`;
}

/** Adds pieces; a line of the same prize, recipient and size takes them in (§4.17). At most `LINE_MAX_COUNT` of a line. */
export function addToCart(cart: Cart, added: Omit<CartLine, "id">): Cart {
  const same = cart.lines.find((line) => isSameLine(line, added));
  if (same) return changeCount(cart, same.id, same.cartCount + added.cartCount);
  const id = Math.max(0, ...[...cart.lines, ...cart.removed].map((line) => line.id)) + 1;
  return edit(cart, [...cart.lines, { ...added, id, cartCount: boundCount(added.cartCount) }]);
}

/** Sets the pieces of a line; none takes the line out. An unknown line changes nothing. */
export function changeCount(cart: Cart, lineId: number, count: number): Cart {
  if (count < 1) return removeLine(cart, lineId);
  // The same count again changes nothing, and so no basket that another window shows.
  if (!cart.lines.some((line) => line.id === lineId && line.cartCount !== boundCount(count))) return cart;
  return edit(
    cart,
    cart.lines.map((line) => (line.id === lineId ? { ...line, cartCount: boundCount(count) } : line)),
  );
}

/** Takes a line out; it can be put back for `UNDO_MS`. An unknown line changes nothing. */
export function removeLine(cart: Cart, lineId: number, now = Date.now()): Cart {
  return removeLines(cart, (line) => line.id === lineId, now);
}

/** Takes every line out. */
export function removeAllLines(cart: Cart, now = Date.now()): Cart {
  return removeLines(cart, () => true, now);
}

/** How long a line that was taken out can be put back. */
const UNDO_MS = 30 * 60 * 1000;

/** The lines that can still be put back. */
export function listRemovedLines(cart: Cart, now = Date.now()): readonly CartLine[] {
  return now - cart.removedAt < UNDO_MS ? cart.removed : [];
}

/**
 * Puts a line back in its place, with its pieces and fields; without a number all that were taken out. Where the same
 * gift has been added meanwhile, the pieces come together.
 */
export function restoreLine(cart: Cart, lineId?: number, now = Date.now()): Cart {
  const isMeant = (line: CartLine) => lineId === undefined || line.id === lineId;
  const back = listRemovedLines(cart, now).filter(isMeant);
  if (back.length === 0) return cart;
  const removed = cart.removed.filter((line) => !isMeant(line));
  return back.reduce(restore, { ...cart, removed });
}

function restore(cart: Cart, line: CartLine): Cart {
  if (cart.lines.some((other) => isSameLine(other, line))) return addToCart(cart, line);
  return edit(
    cart,
    [...cart.lines, line].sort((one, other) => one.id - other.id),
  );
}

function removeLines(cart: Cart, isMeant: (line: CartLine) => boolean, now: number): Cart {
  const out = cart.lines.filter(isMeant);
  if (out.length === 0) return cart;
  const left = cart.lines.filter((line) => !isMeant(line));
  return { ...edit(cart, left), removed: [...listRemovedLines(cart, now), ...out], removedAt: now };
}

/** The pickup point is a part of what every unit's order says, so it changes the basket id too. */
export function chooseDelivery(cart: Cart, delivery: Delivery): Cart {
  return { ...edit(cart, cart.lines), delivery };
}

/** Pieces in all lines. */
export function countUnits(lines: readonly Pick<CartLine, "cartCount">[]): number {
  return lines.reduce((sum, line) => sum + line.cartCount, 0);
}

/** Pieces by prize. */
export function countPieces(lines: readonly CartLine[]): Record<string, number> {
  const pieces: Record<string, number> = {};
  for (const { prize_id, cartCount } of lines) pieces[prize_id] = (pieces[prize_id] ?? 0) + cartCount;
  return pieces;
}

/** Whether units are being ordered: nothing may be edited meanwhile, or a unit could be ordered under a second key. */
export function isOrdering(cart: Cart): boolean {
  return cart.order !== null && cart.lines.length > 0;
}

/** Begins an order; the documents flag is taken back (§4.18). */
export function startOrder(cart: Cart, now: number): Cart {
  const order = { units: countUnits(cart.lines), done: 0, spent: 0, checking: false, movedAt: now, paused: false };
  return { ...cart, order, removed: [], documentsNeeded: false };
}

/** Lets an order wait: it stays begun, under its keys, and nothing is ordered until `resumeOrder`. */
export function pauseOrder(cart: Cart): Cart {
  return cart.order ? { ...cart, order: { ...cart.order, paused: true } } : cart;
}

/** An order goes on, after a pause or after it was left alone. */
export function resumeOrder(cart: Cart, now: number): Cart {
  return cart.order ? { ...cart, order: { ...cart.order, paused: false, movedAt: now } } : cart;
}

/** The unit that comes next, and the key under which the upstream takes it once: basket, line, number of the unit. */
export function nextUnit(cart: Cart): { line: CartLine; key: string } | null {
  const line = cart.lines[0];
  return line ? { line, key: `${cart.basketId}-${line.id}-${line.cartCount}` } : null;
}

/** The first line's unit was ordered: its count drops by one, at zero the line is gone (§4.18). */
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
