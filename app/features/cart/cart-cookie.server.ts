import { createHash } from "node:crypto";
import { z } from "zod";
import { CART_COOKIE } from "../../lib/cart-cookie";
import { clearCookie, readCookie, readParts, writeCookie } from "../../session/cookie.server";
import { sealValue, unsealValue } from "../../session/seal.server";
import { readSession, SESSION_COOKIE, type Session } from "../../session/session.server";
import { type Cart, type CartLine, emptyCart, listRemovedLines } from "./cart.server";
import { latestCart, saveLatestCart } from "./latest-cart.server";

const CART_SECONDS = 30 * 24 * 60 * 60;

/**
 * Bytes of the JSON before it is sealed. Browsers silently reject cookies of more than 4096 bytes with name and attributes;
 * sealing makes four bytes of three and adds about 70.
 */
const CART_MAX_BYTES = 2_600;

const line = z.tuple([z.number().int(), z.string(), z.number().int().min(1), z.boolean(), z.array(z.string())]);

/** The cart as the cookie stores it, with short keys to save room. */
const stored = z.object({
  u: z.string(),
  b: z.string(),
  l: z.array(line),
  d: z.tuple([z.string(), z.string(), z.string()]).nullable(),
  o: z.tuple([z.number(), z.number(), z.number(), z.number().nullable(), z.number(), z.boolean()]).nullable(),
  /** The spending when the order started: balance, entries, sum. */
  s: z.tuple([z.number(), z.number().nullable(), z.number().nullable()]).nullish(),
  n: z.boolean(),
  r: z.tuple([z.number(), z.array(line)]).optional(),
});

/**
 * The cart of a request in its newest known state (§4.17); null when there is none or it belongs to another participant. The
 * cookie is sealed because it contains card and phone numbers.
 */
export async function readCart(request: Request): Promise<Cart | null> {
  const sealed = readCookie(request, CART_COOKIE);
  const session = sealed ? await readSession(request) : null;
  return sealed && session ? unsealCart(sealed, session.userId) : null;
}

/**
 * A new cart, for a request that brought none. Its basket id is derived from the session's cookie, so that of two simultaneous
 * requests without a cart the second finds what the first has added. Not from the token: an upstream may give the same one at
 * the next log-in, and the cart that was cleared before it would come back.
 */
export function createCart(request: Request, { userId }: Session): Cart {
  const session = readParts(request, SESSION_COOKIE) ?? "";
  const basketId = createHash("sha256").update(session).digest("hex").slice(0, 32);
  return latestCart({ ...emptyCart(userId), basketId });
}

/** The sealed cart of the cookie or of the browser's local storage; null unless it is this participant's. */
export async function unsealCart(sealed: string, userId: string): Promise<Cart | null> {
  const parsed = stored.safeParse(await unsealValue(CART_COOKIE, sealed));
  if (!parsed.success || parsed.data.u !== userId) return null;
  const { u, b, l, d, o, s, n, r } = parsed.data;
  return latestCart({
    userId: u,
    basketId: b,
    lines: l.map(unpackLine),
    removed: (r?.[1] ?? []).map(unpackLine),
    removedAt: r?.[0] ?? 0,
    delivery: d && { city: d[0], address: d[1], code: d[2] },
    order: o && {
      units: o[0],
      done: o[1],
      spent: o[2],
      unknownSince: o[3],
      movedAt: o[4],
      paused: o[5],
      baseline: s ? { balance: s[0], entries: s[1], sum: s[2] } : null,
    },
    documentsNeeded: n,
  });
}

/** The sealed cart as the request brought it, for local storage; an empty string when the cart is empty. */
export function readSealedCart(request: Request, cart: Cart | null): string {
  return cart && cart.lines.length > 0 ? (readCookie(request, CART_COOKIE) ?? "") : "";
}

/** Whether a cart is small enough for its cookie. A larger one is refused, never truncated. */
export function fitsCookie(cart: Cart): boolean {
  return Buffer.byteLength(JSON.stringify(pack(cart))) <= CART_MAX_BYTES;
}

/**
 * Replaces `before` with `after` and returns the `Set-Cookie` value. The new state is saved before anything is awaited, so
 * that a simultaneous request of another tab sees it.
 */
export async function writeCart(before: Cart, after: Cart): Promise<string> {
  if (before !== after) saveLatestCart(before, after);
  return writeCookie(CART_COOKIE, await sealValue(CART_COOKIE, pack(after), CART_SECONDS), { maxAge: CART_SECONDS });
}

/** The `Set-Cookie` value that deletes the cart (§4.2). */
export function clearCart(): string {
  return clearCookie(CART_COOKIE);
}

function pack(cart: Cart): z.input<typeof stored> {
  const { userId, basketId, lines, delivery, order, documentsNeeded } = cart;
  const removed = listRemovedLines(cart);
  return {
    u: userId,
    b: basketId,
    l: lines.map(packLine),
    d: delivery && [delivery.city, delivery.address, delivery.code],
    o: order && [order.units, order.done, order.spent, order.unknownSince, order.movedAt, order.paused],
    s: order?.baseline && [order.baseline.balance, order.baseline.entries, order.baseline.sum],
    n: documentsNeeded,
    ...(removed.length > 0 && { r: [cart.removedAt, removed.map(packLine)] as [number, PackedLine[]] }),
  };
}

type PackedLine = z.output<typeof line>;

function packLine(line: CartLine): PackedLine {
  return [line.id, line.prize_id, line.cartCount, line.physical, [...line.selected_additional_fields]];
}

function unpackLine([id, prize_id, cartCount, physical, selected_additional_fields]: PackedLine): CartLine {
  return { id, prize_id, cartCount, physical, selected_additional_fields };
}
