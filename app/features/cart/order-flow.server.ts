import { formatPoints } from "../../lib/points";
import type { Notice } from "../../session/notice.server";
import { redirectWithNotice } from "../../session/reply.server";
import type { Cart } from "./cart.server";
import { writeCart } from "./cart-cookie.server";
import { type CartGifts, viewCart } from "./cart-view.server";
import { isRunning, latestCart, runExclusive, saveLatestCart } from "./latest-cart.server";
import { isOrdering, pauseOrder, resumeOrder, startOrder, stopOrder } from "./order.server";
import {
  redirectAfterBatch,
  redirectToOrder,
  redirectWhenDone,
  replyWithProgress,
  summarize,
} from "./order-replies.server";
import { type BatchResult, ONE_UNIT, orderUnits, TEN_SECONDS } from "./order-units.server";
import { CART_PATH, GIFTS_PATH, ORDER_PATH } from "./paths";
import type { Shopper } from "./require-shopper.server";

/**
 * Handles a form of the cart page or the order page (§4.18). Its `intent` is one of
 * - `order`: start or resume the order, and order units for ten seconds; also the default
 * - `start`: start or resume the order, and go to its page, whose script then sends the units
 * - `unit`: order one unit
 * - `pause` or `stop`
 *
 * Nothing is awaited until the order is started, so that of two requests at once only one starts it.
 */
export async function handleOrderForm(shopper: Shopper, sent: Cart, gifts: CartGifts, form: FormData) {
  const cart = latestCart(sent);
  const intent = form.get("intent") ?? "order";
  if (intent === "stop") return stop(cart);
  if (intent === "pause") return pause(cart, gifts, form);
  if (!isOrdering(cart)) {
    if (cart.lines.length === 0) return redirectWhenDone(cart);
    const obstacle = findObstacle(cart, gifts, form, shopper.user.points.points);
    if (obstacle) return redirectWithNotice(CART_PATH, obstacle);
    saveLatestCart(cart, startOrder(cart, Date.now()));
  } else if (intent !== "unit" || form.has("resume")) {
    saveLatestCart(cart, resumeOrder(cart, Date.now()));
  }
  const started = latestCart(cart);
  if (intent === "start") return redirectToOrder(started);
  if (intent !== "unit") return redirectAfterBatch(await orderBatch(shopper, started, gifts, TEN_SECONDS));
  const batch = await orderBatch(shopper, started, gifts, ONE_UNIT);
  const isUnderWay = batch.result.kind === "units-left" || batch.result.kind === "checking";
  return isUnderWay ? replyWithProgress(batch.cart, gifts) : redirectAfterBatch(batch);
}

/** What must be corrected before the order can start; null when it can. */
function findObstacle(cart: Cart, gifts: CartGifts, form: FormData, points: number): Notice | null {
  const [shownBasket, shownTotal] = [form.get("basket"), form.get("total")];
  if (shownBasket !== null && shownBasket !== cart.basketId) return CART_CHANGED;
  const { total, hasUnavailable, needsDelivery } = viewCart(cart, gifts);
  if (shownTotal !== null && shownTotal !== String(total)) return PRICES_CHANGED;
  if (hasUnavailable) return { kind: "warning", text: "Уберите из корзины подарки, которых больше нет." };
  if (needsDelivery && !cart.delivery) return { kind: "warning", text: "Выберите пункт выдачи для сувениров." };
  if (total > points) return { kind: "warning", text: `Не хватает ${formatPoints(total - points)}.` };
  return null;
}

const CART_CHANGED: Notice = {
  kind: "warning",
  title: "Корзина изменилась",
  text: "Её поменяли в другом окне. Проверьте заказ и подтвердите его ещё раз.",
};
const PRICES_CHANGED: Notice = {
  kind: "warning",
  title: "Цены изменились",
  text: "Проверьте новую сумму и подтвердите заказ ещё раз.",
};

/** Orders units once earlier requests of the participant have finished; these may have completed or stopped the order. */
async function orderBatch({ visit }: Shopper, started: Cart, gifts: CartGifts, limit: typeof ONE_UNIT) {
  const prices = new Map([...gifts].map(([id, { gift }]) => [id, gift.price]));
  return runExclusive(started.userId, async (): Promise<{ cart: Cart; result: BatchResult | { kind: "stopped" } }> => {
    const cart = latestCart(started);
    if (isOrdering(cart)) return orderUnits(visit.caller, cart, prices, limit);
    return { cart, result: { kind: cart.lines.length === 0 ? "done" : "stopped" } };
  });
}

/** Pauses the order. A unit that has been sent is still completed. */
async function pause(cart: Cart, gifts: CartGifts, form: FormData) {
  if (!isOrdering(cart)) return redirectWithNotice(cart.lines.length > 0 ? CART_PATH : GIFTS_PATH);
  const paused = pauseOrder(cart);
  saveLatestCart(cart, paused);
  return form.has("stay") ? replyWithProgress(paused, gifts) : redirectToOrder(paused);
}

/** Stops the order; the remaining units stay in the cart. */
async function stop(cart: Cart): Promise<Response> {
  if (!isOrdering(cart)) return redirectWithNotice(cart.lines.length > 0 ? CART_PATH : GIFTS_PATH);
  if (isRunning(cart.userId)) {
    return redirectWithNotice(ORDER_PATH, {
      kind: "info",
      text: "Подарок как раз оформляется. Остановите заказ чуть позже.",
    });
  }
  const text = cart.order?.checking
    ? `${summarize(cart)} Об одном подарке мы так и не узнали. Прежде чем заказывать его снова, посмотрите списания в разделе «Баллы».`
    : `${summarize(cart)} Остальное осталось в корзине.`;
  return redirectWithNotice(CART_PATH, { kind: "warning", title: "Заказ остановлен", text }, [
    await writeCart(cart, stopOrder(cart)),
  ]);
}
