import type { Cart } from "./cart.server";

/**
 * What this process knows of the newest state of a basket. The cookie is the truth; but an answer can be lost on its way,
 * and two tabs can send the same cookie, so a cookie that was overtaken is read as what it became.
 */
const newest = new Map<string, Cart>();
const REMEMBERED = 5_000;

/** The newest state of the cart that a cookie brings. */
export function latestCart(cart: Cart): Cart {
  const seen = new Set<string>();
  let known = cart;
  while (!seen.has(known.basketId)) {
    seen.add(known.basketId);
    const later = newest.get(known.basketId);
    if (!later || later.userId !== cart.userId || isOlder(later, known)) break;
    known = later;
  }
  return known;
}

/** Notes what a basket has become, under the id by which a browser may still call it. */
export function saveLatestCart(before: Cart, after: Cart): void {
  newest.delete(before.basketId);
  newest.set(before.basketId, after);
  if (newest.size <= REMEMBERED) return;
  const [oldest] = newest.keys();
  if (oldest !== undefined) newest.delete(oldest);
}

/** Another node of the portal may have gone on with this order. */
function isOlder(later: Cart, known: Cart): boolean {
  return later.basketId === known.basketId && (later.order?.done ?? 0) < (known.order?.done ?? 0);
}

const queues = new Map<string, Promise<unknown>>();

/** Does one participant's work after the other: a second press waits for the first and finds its work done. */
export async function runExclusive<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
  const before = queues.get(userId) ?? Promise.resolve();
  const turn = before.then(work, work);
  const settled = turn.then(
    () => undefined,
    () => undefined,
  );
  queues.set(userId, settled);
  try {
    return await turn;
  } finally {
    if (queues.get(userId) === settled) queues.delete(userId);
  }
}

/** Whether an order of this participant is at work in this process. */
export function isRunning(userId: string): boolean {
  return queues.has(userId);
}
