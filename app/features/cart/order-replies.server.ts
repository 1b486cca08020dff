import { data } from "@remix-run/node";
import { alias } from "../../../contract/values";
import { readConfiguration } from "../../lib/configuration.server";
import { formatCount, formatPoints } from "../../lib/points";
import { toErrorResponse } from "../../session/error-response.server";
import type { Notice } from "../../session/notice.server";
import { redirectWithNotice } from "../../session/reply.server";
import type { Cart, OrderProgress } from "./cart.server";
import { writeCart } from "./cart-cookie.server";
import type { CartGifts } from "./cart-view.server";
import { latestCart } from "./latest-cart.server";
import { needsDecision } from "./order.server";
import type { OrderView } from "./order-progress";
import type { BatchResult } from "./order-units.server";
import { CART_PATH, GIFTS_PATH, ORDER_PATH, PASSWORD_PATH } from "./paths";

const DOCUMENTS_PATH = "/dashboard/documents";

/** An order without progress for longer than this is resumed only by the participant, in milliseconds. */
const FRESH_MS = 2 * 60 * 1000;

/** The progress of an order, as its page shows it. */
export function viewOrder(cart: Cart, order: OrderProgress, gifts: CartGifts): OrderView {
  const { units, done, unknownSince, movedAt, paused } = order;
  const [line] = cart.lines;
  const { gift, kind } = gifts.get(line?.prize_id ?? "") ?? {};
  const { upstreamIdempotency } = readConfiguration();
  const undecided = !upstreamIdempotency && needsDecision(order, Date.now());
  return {
    basket: cart.basketId,
    units,
    done,
    next: gift?.name ?? "подарок",
    checking: unknownSince !== null,
    sendsAgain: upstreamIdempotency,
    question: undecided
      ? { price: gift?.price ?? 0, note: (line && kind?.describeFields(line.selected_additional_fields)) ?? "" }
      : null,
    paused,
    // The clock of the node that moved it may be ahead, and an order keeps the latest time of all nodes.
    fresh: !paused && !undecided && Math.abs(Date.now() - movedAt) < FRESH_MS,
  };
}

/**
 * The reply to a step that script has sent. While units are being ordered the page's other data are not loaded again, so that
 * a lost connection can't replace the page by an error; balance and cart are updated when the order pauses or ends.
 */
export async function replyWithProgress(cart: Cart, gifts: CartGifts) {
  const order = cart.order && viewOrder(cart, cart.order, gifts);
  const skipRevalidation = !cart.order?.paused;
  return data({ order, skipRevalidation }, { headers: { "Set-Cookie": await writeCart(cart, cart) } });
}

/** Leads to the page that shows the progress. */
export async function redirectToOrder(cart: Cart): Promise<Response> {
  return redirectWithNotice(ORDER_PATH, undefined, [await writeCart(cart, cart)]);
}

/** Leads on from a batch of units: to the progress page, to the gifts, or back to the cart with the reason. */
export async function redirectAfterBatch({
  cart,
  result,
}: {
  cart: Cart;
  result: BatchResult | { kind: "stopped" };
}): Promise<Response> {
  switch (result.kind) {
    case "done":
      return redirectWhenDone(cart);
    case "stopped":
      return redirectWithNotice(CART_PATH, undefined, [await writeCart(cart, cart)]);
    case "units-left":
    case "checking":
      return redirectToOrder(cart);
    case "unreachable":
    case "session-gone": {
      const response = await toErrorResponse(result.error);
      if (!(response instanceof Response)) throw response;
      response.headers.append("Set-Cookie", await writeCart(cart, cart));
      return response;
    }
    case "refused": {
      const { aliases } = result.refusal;
      const documentsNeeded = aliases.includes(alias.needDocuments);
      const passwordNeeded = aliases.includes(alias.passwordNeeded);
      const path = documentsNeeded ? DOCUMENTS_PATH : passwordNeeded ? PASSWORD_PATH : CART_PATH;
      const notice: Notice = {
        kind: documentsNeeded || passwordNeeded ? "warning" : "error",
        title: "Заказ остановлен",
        text: `${summarize(cart)} ${result.refusal.message} Остальное осталось в корзине.`,
      };
      const stopped = latestCart(cart);
      return redirectWithNotice(path, notice, [await writeCart(stopped, stopped)]);
    }
  }
}

/** §2.5.2: everything is ordered. A second press of the same button gets the same reply. */
export async function redirectWhenDone(cart: Cart): Promise<Response> {
  const { order } = cart;
  if (!order) return redirectWithNotice(GIFTS_PATH);
  const gifts = formatCount(order.done, "подарок", "подарка", "подарков");
  const notice: Notice = {
    kind: "success",
    title: "Заказ оформлен",
    text: `Заказано: ${gifts}, списано ${formatPoints(order.spent)}. За ходом заказа можно следить в разделе «Баллы».`,
  };
  return redirectWithNotice(GIFTS_PATH, notice, [await writeCart(cart, cart)]);
}

/** What has been ordered so far, as a sentence. */
export function summarize({ order }: Cart): string {
  if (!order || order.done === 0) return "Пока ничего не заказано.";
  return `Заказано ${order.done} из ${order.units}, списано ${formatPoints(order.spent)}.`;
}
