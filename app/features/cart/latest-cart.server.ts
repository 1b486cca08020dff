import { LRUCache } from "lru-cache";
import type { Cart } from "./cart.server";

/**
 * The newest state of each cart that this process has seen, by an earlier basket id. The cookie is the truth, but a reply
 * may be lost on its way to the browser, and two tabs may send the same cookie: an outdated cookie is replaced by the state
 * that followed it.
 */
const newest = new LRUCache<string, Cart>({ max: 5_000 });

/** The newest known state of a cart that a cookie brings. */
export function latestCart(cart: Cart): Cart {
  const seen = new Set<string>();
  let latest = cart;
  while (!seen.has(latest.basketId)) {
    seen.add(latest.basketId);
    const next = newest.peek(latest.basketId);
    if (!next || next.userId !== cart.userId || isOlder(next, latest)) break;
    latest = next;
  }
  return latest;
}

/** Saves what a cart has become, under the basket id that the browser may still send. */
export function saveLatestCart(before: Cart, after: Cart): void {
  newest.set(before.basketId, after);
}

/** Whether a saved state is behind the cookie, because another node of the portal has continued, paused or resumed the order. */
function isOlder(saved: Cart, sent: Cart): boolean {
  if (saved.basketId !== sent.basketId || !sent.order) return false;
  const { done, movedAt } = saved.order ?? { done: 0, movedAt: 0 };
  return done === sent.order.done ? movedAt < sent.order.movedAt : done < sent.order.done;
}

const started = new LRUCache<string, true>({ max: 5_000 });

/** Notes that this process has started the order of a cart. */
export function noteStart({ basketId }: Cart): void {
  started.set(basketId, true);
}

/**
 * Whether this process knows of every unit that was sent. It doesn't when another one has started the order: that process may
 * have been killed while the upstream was carrying out a unit, and neither cookie nor spending shows that yet.
 */
export function knowsEveryUnit(cart: Cart): boolean {
  return started.has(cart.basketId) && newest.peek(cart.basketId) === cart;
}

const queues = new Map<string, Promise<unknown>>();

/** Runs the work of one participant one after the other: a second press waits for the first and finds its work done. */
export async function runExclusive<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
  const previous = queues.get(userId) ?? Promise.resolve();
  const result = previous.then(work, work);
  // The next in the queue waits for the end of this work, whether it succeeds or fails.
  const ended = result.then(
    () => undefined,
    () => undefined,
  );
  queues.set(userId, ended);
  try {
    return await result;
  } finally {
    if (queues.get(userId) === ended) queues.delete(userId);
  }
}

/** Whether this process is ordering for the participant right now. */
export function isRunning(userId: string): boolean {
  return queues.has(userId);
}
