import { setTimeout as wait } from "node:timers/promises";
import { exchangePrize } from "../../../contract/prizes";
import { RETRY_LATER_STATUSES, type Refusal } from "../../../contract/reply";
import { DELIVERY_COUNTRY, ORDER_FACE } from "../../../contract/values";
import { readConfiguration } from "../../lib/configuration.server";
import { call, SessionGone, type UpstreamCaller, UpstreamOutage } from "../../upstream/client.server";
import { type Cart, type CartLine, completeUnit, markChecking, nextUnit } from "./cart.server";
import { latestCart, saveLatestCart } from "./latest-cart.server";

/** How a stretch of an order ended. */
export type BatchOutcome =
  | { kind: "done" }
  /** Units are left; the stretch was over. */
  | { kind: "going-on" }
  /** Nobody knows whether the last unit was ordered; the same key will tell. */
  | { kind: "checking" }
  /** This unit wasn't ordered, and the upstream says why. */
  | { kind: "refused"; refusal: Refusal }
  | { kind: "session-gone"; error: SessionGone };

interface BatchLimit {
  /** At most so many units. */
  readonly units: number;
  /** No unit is begun after so many milliseconds; one is always tried. */
  readonly ms: number;
}

/** One unit, for a page that drives the order by script and shows each step. */
export const ONE_UNIT: BatchLimit = { units: 1, ms: 0 };
/** Ten seconds, for a form that is sent without script. */
export const TEN_SECONDS: BatchLimit = { units: Number.POSITIVE_INFINITY, ms: 10_000 };

/**
 * Orders units one after the other, each under its own key and after a pause (§4.18, §9.1). Every success is remembered
 * at once, so that nothing is lost with the answer to the browser.
 * @param prices points by prize id, for the receipt
 */
export async function orderUnits(
  caller: UpstreamCaller,
  started: Cart,
  prices: ReadonlyMap<string, number>,
  stretch: BatchLimit,
): Promise<{ cart: Cart; step: BatchOutcome }> {
  const { orderPauseMs } = readConfiguration();
  const begun = performance.now();
  let cart = started;
  // A pause may have come while a unit was on its way.
  const keep = (change: (now: Cart) => Cart) => {
    const now = latestCart(cart);
    cart = change(now);
    saveLatestCart(now, cart);
  };
  for (let count = 0; ; count++) {
    const unit = nextUnit(cart);
    if (!unit) return { cart, step: { kind: "done" } };
    const late = performance.now() - begun + orderPauseMs > stretch.ms;
    if (count > 0 && (late || count >= stretch.units)) return { cart, step: { kind: "going-on" } };
    await wait(orderPauseMs);
    cart = latestCart(cart);
    if (cart.order?.paused) return { cart, step: { kind: "going-on" } };
    const step = await orderUnit(caller, cart, unit);
    if (step === "ordered") keep((now) => completeUnit(now, prices.get(unit.line.prize_id) ?? 0, Date.now()));
    else {
      if (step.kind === "checking") keep((now) => markChecking(now, Date.now()));
      return { cart, step };
    }
  }
}

async function orderUnit(
  caller: UpstreamCaller,
  cart: Cart,
  { line, key }: { line: CartLine; key: string },
): Promise<"ordered" | BatchOutcome> {
  try {
    const answer = await call(exchangePrize, buildExchange(cart, line), caller, { idempotencyKey: key });
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

/** The order request of §3.8. The same cart and line always say the same, as their key promises. */
function buildExchange({ basketId, delivery }: Cart, { prize_id, physical, selected_additional_fields }: CartLine) {
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
