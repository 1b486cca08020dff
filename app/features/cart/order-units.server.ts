import { setTimeout as wait } from "node:timers/promises";
import { exchangePrize } from "../../../contract/prizes";
import { RETRY_LATER_STATUSES, type Refusal } from "../../../contract/reply";
import { DELIVERY_COUNTRY, ORDER_FACE } from "../../../contract/values";
import { readConfiguration } from "../../lib/configuration.server";
import type { UpstreamCaller } from "../../upstream/caller.server";
import { call, SessionGone } from "../../upstream/client.server";
import { UpstreamOutage } from "../../upstream/outage.server";
import type { Cart, CartLine } from "./cart.server";
import { latestCart, saveLatestCart } from "./latest-cart.server";
import { completeUnit, markUnknown, needsDecision, nextUnit, reconcile } from "./order.server";
import { readSpending } from "./spending.server";

/** How a batch of units ended. */
export type BatchResult =
  | { kind: "done" }
  /** Units are left: the batch reached its limit, or the order was paused. */
  | { kind: "units-left" }
  /** It isn't known whether the next unit was ordered. */
  | { kind: "checking" }
  /** The spending couldn't be read, so nothing was sent. */
  | { kind: "unreachable"; error: UpstreamOutage }
  /** The upstream refused the last unit. */
  | { kind: "refused"; refusal: Refusal }
  | { kind: "session-gone"; error: SessionGone };

/** The limit of a batch. At least one unit is always tried. */
interface BatchLimit {
  readonly units: number;
  /** No unit is started after so many milliseconds. */
  readonly ms: number;
}

/** One unit, for a page that sends the units by script and shows each step. */
export const ONE_UNIT: BatchLimit = { units: 1, ms: 0 };
/** Ten seconds, for a form that is sent without script. */
export const TEN_SECONDS: BatchLimit = { units: Number.POSITIVE_INFINITY, ms: 10_000 };

/** Who orders, and until when. */
interface Batch {
  readonly caller: UpstreamCaller;
  /** Points by prize id. */
  readonly prices: ReadonlyMap<string, number>;
  readonly limit: BatchLimit;
  /** Aborted when the browser has closed the connection: no further unit is started. */
  readonly signal: AbortSignal;
}

/** How long a batch waits before it looks again for a unit in doubt. */
const SEARCH_PAUSE_MS = 2_000;

/**
 * Orders units one after the other, each with its own idempotency key and after a pause (§4.18, §9.1). Every success is
 * saved at once, so that it isn't lost with the reply to the browser.
 *
 * A unit whose outcome is unknown is sent again only to an upstream that honours the key. With any other, balance and spent
 * points are compared with the portal's count before anything is sent, and a unit in doubt is only looked for.
 */
export async function orderUnits(started: Cart, batch: Batch): Promise<{ cart: Cart; result: BatchResult }> {
  const { orderPauseMs, upstreamIdempotency } = readConfiguration();
  const { limit, prices, signal } = batch;
  const startedAt = performance.now();
  const isOver = (ms: number) => signal.aborted || performance.now() - startedAt + ms > limit.ms;
  let cart = started;
  // The order may have been paused while the unit was being sent, so the change applies to the latest state.
  const save = (change: (latest: Cart) => Cart) => {
    const latest = latestCart(cart);
    cart = change(latest);
    saveLatestCart(latest, cart);
  };
  let isCounted = upstreamIdempotency;
  for (let count = 0; ; count++) {
    if (!isCounted) {
      const result = await countOrdered(cart, batch, save);
      if (result && (result.kind !== "checking" || isOver(SEARCH_PAUSE_MS))) return { cart, result };
      if (result) {
        await wait(SEARCH_PAUSE_MS);
        cart = latestCart(cart);
        if (cart.order?.paused) return { cart, result };
        continue;
      }
      isCounted = true;
    }
    const unit = nextUnit(cart);
    if (!unit) return { cart, result: { kind: "done" } };
    if (count > 0 && (isOver(orderPauseMs) || count >= limit.units)) return { cart, result: { kind: "units-left" } };
    await wait(orderPauseMs);
    cart = latestCart(cart);
    if (cart.order?.paused || signal.aborted) return { cart, result: { kind: "units-left" } };
    const outcome = await orderUnit(batch.caller, cart, unit);
    if (outcome === "ordered") {
      save((latest) => completeUnit(latest, prices.get(unit.line.prize_id) ?? 0, Date.now()));
    } else if (outcome.kind !== "checking") {
      return { cart, result: outcome };
    } else {
      save((latest) => markUnknown(latest, Date.now()));
      isCounted = upstreamIdempotency;
      if (isCounted || isOver(SEARCH_PAUSE_MS)) return { cart, result: outcome };
    }
  }
}

/**
 * Compares the portal's count with the upstream's figures and counts the units found.
 * @returns undefined when the next unit may be sent, else why not
 */
async function countOrdered(
  cart: Cart,
  { caller, prices }: Batch,
  save: (change: (latest: Cart) => Cart) => void,
): Promise<BatchResult | undefined> {
  if (cart.order && needsDecision(cart.order, Date.now())) return { kind: "checking" };
  try {
    const spending = await readSpending({ caller });
    if (!spending) return { kind: "checking" };
    const { comparison } = reconcile(cart, spending, prices, Date.now());
    if (comparison === "ordered") save((latest) => reconcile(latest, spending, prices, Date.now()).cart);
    if (comparison === "unexplained") save((latest) => markUnknown(latest, Date.now()));
    const isInDoubt = comparison === "as-counted" && cart.order?.unknownSince !== null;
    return isInDoubt || comparison === "unexplained" ? { kind: "checking" } : undefined;
  } catch (error) {
    if (error instanceof SessionGone) return { kind: "session-gone", error };
    if (error instanceof UpstreamOutage) return { kind: "unreachable", error };
    throw error;
  }
}

async function orderUnit(
  caller: UpstreamCaller,
  cart: Cart,
  { line, key }: { line: CartLine; key: string },
): Promise<"ordered" | BatchResult> {
  try {
    const answer = await call(exchangePrize, createExchange(cart, line), caller, { idempotencyKey: key });
    if (answer.ok) return "ordered";
    return RETRY_LATER_STATUSES.includes(answer.refusal.status)
      ? { kind: "checking" }
      : { kind: "refused", refusal: answer.refusal };
  } catch (error) {
    if (error instanceof SessionGone) return { kind: "session-gone", error };
    if (error instanceof UpstreamOutage) return { kind: "checking" };
    throw error;
  }
}

/** The order request of §3.8. It must be the same for the same cart and line, because its key is. */
function createExchange({ basketId, delivery }: Cart, { prize_id, physical, selected_additional_fields }: CartLine) {
  const point = physical ? delivery : null;
  return {
    prize_id,
    face: ORDER_FACE,
    selected_additional_fields: [...selected_additional_fields],
    delivery_country: DELIVERY_COUNTRY,
    delivery_city: point?.city ?? "",
    delivery_street: point?.address ?? "",
    delivery_house: "",
    delivery_flat: "",
    cdek_address_full: point ? `${point.city}, ${point.address}` : "",
    cdek_pvz_code: point?.code ?? "",
    basket_uuid: basketId,
  };
}
