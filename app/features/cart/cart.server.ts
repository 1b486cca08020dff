import { randomUUID } from "node:crypto";
import { LINE_MAX_COUNT } from "../../lib/cart-limits";
import type { Spending } from "./spending.server";

/** Some pieces of one prize for one recipient in one size (§3.7). Names and prices are read from the prize list each time. */
export interface CartLine {
  /** Number of the line within its cart; edits of other lines don't change it. */
  readonly id: number;
  readonly prize_id: string;
  readonly cartCount: number;
  /** [0] phone or card digits, [1] operator id or card holder, [2] size; those that don't apply are empty. */
  readonly selected_additional_fields: readonly string[];
  /** Is delivered to a pickup point. */
  readonly physical: boolean;
}

/** The pickup point of an order (§3.8). */
export interface Delivery {
  readonly city: string;
  readonly address: string;
  readonly code: string;
}

/** The progress of an order (§4.18). It is kept until the cart is edited after the last unit. */
export interface OrderProgress {
  readonly units: number;
  readonly done: number;
  /** Points spent on the units that are done. */
  readonly spent: number;
  /** Since when it isn't known whether the next unit was ordered, in milliseconds since 1970; null when it wasn't sent yet. */
  readonly unknownSince: number | null;
  /** When the order last made progress, or was paused or resumed, in milliseconds since 1970. */
  readonly movedAt: number;
  /** Paused by the participant: nothing is ordered until it is resumed. */
  readonly paused: boolean;
  /** The spending when the order started; null when it couldn't be read. */
  readonly baseline: Spending | null;
}

export interface Cart {
  readonly userId: string;
  /** Changes with every edit, so that two orders never share an idempotency key. */
  readonly basketId: string;
  readonly lines: readonly CartLine[];
  /** Lines removed lately, which can be restored unchanged. */
  readonly removed: readonly CartLine[];
  /** When the last of them was removed, in milliseconds since 1970. */
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

/**
 * The key of a line on the page, known before a pending form has been processed: prize and size where the same line can be
 * added again, else the number of the line.
 */
export function lineKey({ id, prize_id, selected_additional_fields: [recipient, , size] }: CartLine): string {
  return recipient ? String(id) : `${prize_id}|${size ?? ""}`;
}

/** Adds pieces, to the line of the same prize, recipient and size if there is one (§4.17); at most `LINE_MAX_COUNT` to a line. */
export function addToCart(cart: Cart, added: Omit<CartLine, "id">): Cart {
  const same = cart.lines.find((line) => isSameLine(line, added));
  if (same) return changeCount(cart, same.id, same.cartCount + added.cartCount);
  const id = Math.max(0, ...[...cart.lines, ...cart.removed].map((line) => line.id)) + 1;
  return edit(cart, [...cart.lines, { ...added, id, cartCount: clampCount(added.cartCount) }]);
}

/** Sets the pieces of a line; zero removes it. An unknown line changes nothing. */
export function changeCount(cart: Cart, lineId: number, count: number): Cart {
  if (count < 1) return removeLine(cart, lineId);
  // An unchanged count keeps the basket id, so that the cart shown in another window stays valid.
  if (!cart.lines.some((line) => line.id === lineId && line.cartCount !== clampCount(count))) return cart;
  return edit(
    cart,
    cart.lines.map((line) => (line.id === lineId ? { ...line, cartCount: clampCount(count) } : line)),
  );
}

/** Removes a line; it can be restored for `UNDO_MS`. An unknown line changes nothing. */
export function removeLine(cart: Cart, lineId: number, now = Date.now()): Cart {
  return removeLines(cart, (line) => line.id === lineId, now);
}

/** Removes all lines; they can be restored for `UNDO_MS`. */
export function removeAllLines(cart: Cart, now = Date.now()): Cart {
  return removeLines(cart, () => true, now);
}

/** How long a removed line can be restored. */
const UNDO_MS = 30 * 60 * 1000;

/** The removed lines that can still be restored. */
export function listRemovedLines(cart: Cart, now = Date.now()): readonly CartLine[] {
  return now - cart.removedAt < UNDO_MS ? cart.removed : [];
}

/**
 * Restores a removed line at its old position with its pieces and fields; without a number all of them. If the same gift has
 * been added meanwhile, the pieces are added up.
 */
export function restoreLine(cart: Cart, lineId?: number, now = Date.now()): Cart {
  const isWanted = (line: CartLine) => lineId === undefined || line.id === lineId;
  const restored = listRemovedLines(cart, now).filter(isWanted);
  if (restored.length === 0) return cart;
  const removed = cart.removed.filter((line) => !isWanted(line));
  return restored.reduce(insertLine, { ...cart, removed });
}

function insertLine(cart: Cart, line: CartLine): Cart {
  if (cart.lines.some((other) => isSameLine(other, line))) return addToCart(cart, line);
  return edit(
    cart,
    [...cart.lines, line].sort((one, other) => one.id - other.id),
  );
}

function removeLines(cart: Cart, isWanted: (line: CartLine) => boolean, now: number): Cart {
  const removed = cart.lines.filter(isWanted);
  if (removed.length === 0) return cart;
  const kept = cart.lines.filter((line) => !isWanted(line));
  return { ...edit(cart, kept), removed: [...listRemovedLines(cart, now), ...removed], removedAt: now };
}

/** Sets the pickup point. Every unit's order request contains it, so the basket id changes too. */
export function setDelivery(cart: Cart, delivery: Delivery): Cart {
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

/** Every edit ends an order that is done and changes the basket id. */
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

function clampCount(count: number): number {
  return Math.min(Math.max(Math.trunc(count), 1), LINE_MAX_COUNT);
}
