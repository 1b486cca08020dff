import { setTimeout as wait } from "node:timers/promises";
import { redirect } from "@remix-run/node";
import { quote } from "../../../contract/russian-quotes";
import { readConfiguration } from "../../lib/configuration.server";
import { formatPoints } from "../../lib/points";
import { knownBalance } from "../../session/access";
import type { Notice } from "../../session/notice.server";
import { redirectWithNotice } from "../../session/reply.server";
import type { Cart } from "./cart.server";
import { writeCart } from "./cart-cookie.server";
import { type CartGifts, viewCart } from "./cart-view.server";
import { isRunning, knowsEveryUnit, latestCart, noteStart, runExclusive, saveLatestCart } from "./latest-cart.server";
import {
  completeUnit,
  isOrdering,
  needsDecision,
  pauseOrder,
  reconcile,
  resetBaseline,
  resumeOrder,
  startOrder,
  stopOrder,
  stopRefusedOrder,
} from "./order.server";
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
import { readSpending, type Spending } from "./spending.server";

/**
 * Handles a form of the cart page or the order page (§4.18). Its `intent` is one of
 * - `order`: start or resume the order, and order units for ten seconds; also the default
 * - `start`: start or resume the order, and go to its page, whose script then sends the units
 * - `unit`: order one unit
 * - `pause` or `stop`
 * - `ordered` or `not-ordered`: the participant's answer about a unit in doubt
 */
export async function handleOrderForm(order: OrderRequest) {
  const { gifts, form } = order;
  const cart = latestCart(order.cart);
  const intent = form.get("intent") ?? "order";
  if (intent === "stop") return stop(cart, order);
  if (intent === "pause") return pause(cart, gifts, form);
  if (intent === "ordered" || intent === "not-ordered") return decide(cart, order, intent);
  if (!isOrdering(cart)) return start(cart, order, intent);
  if (intent !== "unit" || form.has("resume")) saveLatestCart(cart, resumeOrder(cart, Date.now()));
  const resumed = latestCart(cart);
  if (intent === "start") return redirectToOrder(resumed);
  if (intent !== "unit") return redirectAfterBatch(await orderBatch(resumed, order, TEN_SECONDS));
  const batch = await orderBatch(resumed, order, ONE_UNIT);
  if (batch.result.kind === "unreachable") return { lost: true as const };
  const isUnderWay = batch.result.kind === "units-left" || batch.result.kind === "checking";
  return isUnderWay ? replyWithProgress(batch.cart, gifts) : redirectAfterBatch(batch);
}

/** One request with a form of the cart page or the order page. */
interface OrderRequest {
  readonly shopper: Shopper;
  readonly cart: Cart;
  readonly gifts: CartGifts;
  readonly form: FormData;
  /** Aborted when the browser has closed the connection. */
  readonly signal: AbortSignal;
}

/**
 * Starts the order. Nothing is ordered before the browser has the cookie of the started order with the spending of this
 * moment, so that after a crash any process of the portal can tell what was ordered. A form without script is therefore
 * redirected to be sent once more (307 keeps method and body).
 */
async function start(cart: Cart, { shopper, gifts, form }: OrderRequest, intent: unknown): Promise<Response> {
  if (cart.lines.length === 0) return redirectWhenDone(cart);
  const spending = await shopper.visit.handleErrors(readSpending(shopper.visit));
  // Of two requests at once only one starts the order: nothing is awaited from here on.
  const latest = latestCart(cart);
  if (!isOrdering(latest)) {
    if (latest.lines.length === 0) return redirectWhenDone(latest);
    const obstacle = findObstacle(latest, gifts, form, knownBalance(shopper.user));
    if (obstacle) return redirectWithNotice(CART_PATH, obstacle);
    saveLatestCart(latest, startOrder(latest, Date.now(), spending));
    noteStart(latest);
  }
  const started = latestCart(latest);
  if (intent === "start") return redirectToOrder(started);
  return redirect(ORDER_PATH, { status: 307, headers: { "Set-Cookie": await writeCart(started, started) } });
}

/** What must be corrected before the order can start; null when it can. */
function findObstacle(cart: Cart, gifts: CartGifts, form: FormData, points: number | null): Notice | null {
  const [shownBasket, shownTotal] = [form.get("basket"), form.get("total")];
  if (shownBasket !== null && shownBasket !== cart.basketId) return CART_CHANGED;
  const { total, hasUnavailable, needsDelivery } = viewCart(cart, gifts);
  if (shownTotal !== null && shownTotal !== String(total)) return PRICES_CHANGED;
  if (hasUnavailable) return { kind: "warning", text: "Уберите из корзины подарки, которых больше нет." };
  if (needsDelivery && !cart.delivery) return { kind: "warning", text: "Выберите пункт выдачи для сувениров." };
  if (points !== null && total > points)
    return { kind: "warning", text: `Не хватает ${formatPoints(total - points)}.` };
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
async function orderBatch(started: Cart, { shopper, gifts, signal }: OrderRequest, limit: typeof ONE_UNIT) {
  // What is ordered is counted to the end, also when the visitor leaves.
  const caller = { ...shopper.visit.caller, signal: undefined };
  return runExclusive(started.userId, async (): Promise<{ cart: Cart; result: BatchResult | { kind: "stopped" } }> => {
    const cart = latestCart(started);
    if (!isOrdering(cart)) return { cart, result: { kind: cart.lines.length === 0 ? "done" : "stopped" } };
    const batch = await orderUnits(cart, { caller, prices: listPrices(gifts), limit, signal });
    // Whoever waits for a turn finds the order stopped, and doesn't send once more what was refused.
    if (batch.result.kind === "refused") saveLatestCart(batch.cart, stopRefusedOrder(batch.cart, batch.result.refusal));
    return batch;
  });
}

/** Pauses the order. A unit that has been sent is still completed. */
async function pause(cart: Cart, gifts: CartGifts, form: FormData) {
  if (!isOrdering(cart)) return redirectWithNotice(cart.lines.length > 0 ? CART_PATH : GIFTS_PATH);
  const paused = pauseOrder(cart, Date.now());
  saveLatestCart(cart, paused);
  return form.has("stay") ? replyWithProgress(paused, gifts) : redirectToOrder(paused);
}

/** Continues after a unit in doubt as the participant says: it counts as ordered, or may be sent again. */
async function decide(cart: Cart, { shopper, gifts }: OrderRequest, intent: "ordered" | "not-ordered") {
  const spending = await shopper.visit.handleErrors(readSpending(shopper.visit));
  const latest = latestCart(cart);
  // Another window may have decided it, or the unit has been found meanwhile.
  if (!spending || !latest.order || !isOrdering(latest) || !needsDecision(latest.order, Date.now())) {
    return redirectToOrder(latest);
  }
  const price = gifts.get(latest.lines[0]?.prize_id ?? "")?.gift.price ?? 0;
  const counted = intent === "ordered" ? completeUnit(latest, price, Date.now()) : latest;
  const decided = resetBaseline(counted, spending, Date.now());
  saveLatestCart(latest, decided);
  return isOrdering(decided) ? redirectToOrder(decided) : redirectWhenDone(decided);
}

/**
 * Stops the order after the units that the upstream shows as ordered are counted; the remaining units stay in the cart. The
 * notice says so when the next unit may have been ordered as well.
 */
async function stop(cart: Cart, { shopper, gifts }: OrderRequest): Promise<Response> {
  if (!isOrdering(cart)) return redirectWithNotice(cart.lines.length > 0 ? CART_PATH : GIFTS_PATH);
  const spending = isRunning(cart.userId) ? "changing" : await readSettledSpending(shopper, cart);
  if (spending === "changing") {
    return redirectWithNotice(ORDER_PATH, {
      kind: "info",
      text: "Подарок как раз оформляется. Остановите заказ чуть позже.",
    });
  }
  const latest = latestCart(cart);
  const { cart: counted, comparison } = spending
    ? reconcile(latest, spending, listPrices(gifts), Date.now())
    : { cart: latest, comparison: "unexplained" as const };
  if (!isOrdering(counted)) return redirectWhenDone(counted);
  const isInDoubt = comparison === "unexplained" || counted.order?.unknownSince !== null;
  const isCertain = !isInDoubt && knowsEveryUnit(latest);
  const rest = isCertain ? "Остальное осталось в корзине." : describeDoubt(counted, gifts);
  const notice: Notice = { kind: "warning", title: "Заказ остановлен", text: `${summarize(counted)} ${rest}` };
  return redirectWithNotice(CART_PATH, notice, [await writeCart(latest, stopOrder(counted))]);
}

/** How long after a pause of the order the spending is read again, in milliseconds. */
const SECOND_LOOK_MS = 1_000;

/**
 * The spending, or "changing" while another process of the portal is ordering: then it changes within a pause between two
 * units. Null when it can't be read.
 */
async function readSettledSpending({ visit }: Shopper, { order }: Cart): Promise<Spending | "changing" | null> {
  const first = await visit.handleErrors(readSpending(visit));
  if (!first || order?.paused) return first;
  await wait(readConfiguration().orderPauseMs + SECOND_LOOK_MS);
  const second = await visit.handleErrors(readSpending(visit));
  const isSettled = !second || (first.balance === second.balance && first.entries === second.entries);
  return isSettled ? second : "changing";
}

/** Names the unit in doubt, and where to look for it. */
function describeDoubt(cart: Cart, gifts: CartGifts): string {
  const gift = gifts.get(cart.lines[0]?.prize_id ?? "")?.gift;
  const unit = gift ? `${quote(gift.name)} за ${formatPoints(gift.price)}` : "следующий подарок";
  return `Мы не знаем, оформлен ли ${unit}. Прежде чем заказывать его снова, посмотрите списания в разделе «Баллы».`;
}

function listPrices(gifts: CartGifts): Map<string, number> {
  return new Map([...gifts].map(([id, { gift }]) => [id, gift.price]));
}
