import { setTimeout as wait } from "node:timers/promises";
import { exchangePrize } from "../../../contract/prizes";
import { RETRY_LATER_STATUSES, type Refusal } from "../../../contract/reply";
import { DELIVERY_COUNTRY, ORDER_FACE } from "../../../contract/values";
import { readConfiguration } from "../../lib/configuration.server";
import { call, SessionGone, type UpstreamCaller, UpstreamOutage } from "../../upstream/client.server";
import type { Cart, CartLine } from "./cart.server";
import { latestCart, saveLatestCart } from "./latest-cart.server";
import { completeUnit, markChecking, nextUnit } from "./order.server";

/** How a batch of units ended. */
export type BatchResult =
  | { kind: "done" }
  /** Units are left: the batch reached its limit, or the order was paused. */
  | { kind: "units-left" }
  /** The reply about the last unit was lost; sending it again under the same key will show whether it was ordered. */
  | { kind: "checking" }
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

/**
 * Orders units one after the other, each with its own idempotency key and after a pause (§4.18, §9.1). Every success is
 * saved at once, so that it isn't lost with the reply to the browser.
 * @param prices points by prize id
 */
export async function orderUnits(
  caller: UpstreamCaller,
  started: Cart,
  prices: ReadonlyMap<string, number>,
  limit: BatchLimit,
): Promise<{ cart: Cart; result: BatchResult }> {
  const { orderPauseMs } = readConfiguration();
  const startedAt = performance.now();
  let cart = started;
  // The order may have been paused while the unit was being sent, so the change applies to the latest state.
  const save = (change: (latest: Cart) => Cart) => {
    const latest = latestCart(cart);
    cart = change(latest);
    saveLatestCart(latest, cart);
  };
  for (let count = 0; ; count++) {
    const unit = nextUnit(cart);
    if (!unit) return { cart, result: { kind: "done" } };
    const isLate = performance.now() - startedAt + orderPauseMs > limit.ms;
    if (count > 0 && (isLate || count >= limit.units)) return { cart, result: { kind: "units-left" } };
    await wait(orderPauseMs);
    cart = latestCart(cart);
    if (cart.order?.paused) return { cart, result: { kind: "units-left" } };
    const outcome = await orderUnit(caller, cart, unit);
    if (outcome === "ordered") {
      save((latest) => completeUnit(latest, prices.get(unit.line.prize_id) ?? 0, Date.now()));
    } else {
      if (outcome.kind === "checking") save((latest) => markChecking(latest, Date.now()));
      return { cart, result: outcome };
    }
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
