import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { listPrizes } from "../../contract/prizes";
import { alias } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { type Cart, isOrdering, pauseOrder, resumeOrder, startOrder, stopOrder } from "../features/cart/cart.server";
import { readCart, writeCart } from "../features/cart/cart-cookie.server";
import { viewCart } from "../features/cart/cart-view.server";
import { isRunning, latestCart, runExclusive, saveLatestCart } from "../features/cart/latest-cart.server";
import { LostConnection } from "../features/cart/lost-connection";
import type { CartView } from "../features/cart/optimistic-cart";
import { OrderProgress, type OrderView } from "../features/cart/order-progress";
import { type BatchOutcome, ONE_UNIT, orderUnits, TEN_SECONDS } from "../features/cart/order-units.server";
import { requireShopper } from "../features/cart/require-shopper.server";
import { groupGifts, indexGifts } from "../features/gifts/catalogue.server";
import { catchLostReply } from "../lib/lost-reply";
import { formatCount, formatPoints } from "../lib/points";
import type { Notice } from "../session/notice.server";
import { redirectWithNotice } from "../session/reply.server";
import { endSession } from "../session/session.server";
import { PageHeader } from "../ui/core/page";
import { toErrorResponse } from "../upstream/client.server";

export const meta: MetaFunction = () => [{ title: "Оформление заказа — Клуб" }];
export const headers = cacheHeaders("secret");

export async function loader(args: LoaderFunctionArgs) {
  const { visit } = await requireShopper(args);
  const cart = await readCart(args.request);
  if (!cart?.order || !isOrdering(cart)) throw redirect(cart && cart.lines.length > 0 ? CART : GIFTS);
  const gifts = indexGifts(groupGifts(await visit.read(listPrizes, {}), []));
  const view = viewOrder(cart, cart.order, gifts);
  // Another request is at work on it: the page without script looks again by itself.
  return isRunning(cart.userId) ? data(view, { headers: { Refresh: "3" } }) : data(view);
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { visit, user } = await requireShopper(args);
  const [form, sent, list] = await Promise.all([request.formData(), readCart(request), visit.read(listPrizes, {})]);
  if (!sent) return redirectWithNotice(GIFTS);
  // From here to the start nothing is awaited: of two requests that come at once, one starts the order.
  const current = latestCart(sent);
  const intent = String(form.get("intent") ?? "order");
  if (intent === "stop") return stop(current);
  const gifts = indexGifts(groupGifts(list, []));
  if (intent === "pause") return pause(current, gifts, form);
  if (!isOrdering(current)) {
    if (current.lines.length === 0) return finish(current);
    const view = viewCart(current, gifts);
    const refused = findObstacle(current, view, form, user.points.points);
    if (refused) return redirectWithNotice(CART, refused);
    saveLatestCart(current, startOrder(current, Date.now()));
  } else if (intent !== "unit" || form.has("resume")) saveLatestCart(current, resumeOrder(current, Date.now()));
  const started = latestCart(current);
  if (intent === "start") return redirectWithNotice(PROGRESS, undefined, [await writeCart(current, started)]);

  const prices = new Map([...gifts].map(([id, { gift }]) => [id, gift.price]));
  const { cart, step } = await runExclusive(started.userId, async () => {
    const now = latestCart(started);
    // Whoever came before may have finished or stopped it.
    if (!isOrdering(now)) return { cart: now, step: now.lines.length === 0 ? DONE : STOPPED };
    return orderUnits(visit.caller, now, prices, intent === "unit" ? ONE_UNIT : TEN_SECONDS);
  });
  if (intent === "unit" && (step.kind === "going-on" || step.kind === "checking")) return tellStep(cart, gifts);
  return settleStep(cart, step);
}

/** A step that got no answer is sent again by the page, under the same key. */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return serverAction<typeof action>().catch(catchLostReply);
}

export { shouldRevalidate } from "../lib/lost-reply";

export default function OrderPage() {
  const order = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Оформляем заказ"
        lead="Подарки заказываются по одному. Страницу можно закрыть: заказанное не повторится, остальное подождёт в корзине."
      />
      <div className="card stack">
        <OrderProgress order={order} />
      </div>
    </>
  );
}

/** The connection broke while script was at work. The order stands where it was. */
export function ErrorBoundary() {
  return <LostConnection />;
}

const GIFTS = "/dashboard/gifts";
const CART = "/dashboard/gifts/cart";
const PROGRESS = "/dashboard/gifts/order";
const DOCUMENTS = "/dashboard/documents";
/** An order that was left alone for longer doesn't go on without a press. */
const FRESH_MS = 2 * 60 * 1000;

const DONE: BatchOutcome = { kind: "done" };
const STOPPED = { kind: "stopped" } as const;

const CHANGED: Notice = {
  kind: "warning",
  title: "Корзина изменилась",
  text: "Её поменяли в другом окне. Проверьте заказ и подтвердите его ещё раз.",
};
const REPRICED: Notice = {
  kind: "warning",
  title: "Цены изменились",
  text: "Проверьте новую сумму и подтвердите заказ ещё раз.",
};

type Gifts = ReturnType<typeof indexGifts>;

function viewOrder(cart: Cart, { units, done, checking, movedAt, paused }: NonNullable<Cart["order"]>, gifts: Gifts) {
  const next = gifts.get(cart.lines[0]?.prize_id ?? "")?.gift.name ?? "подарок";
  const fresh = !paused && Date.now() - movedAt < FRESH_MS;
  return { basket: cart.basketId, units, done, next, checking, paused, fresh } satisfies OrderView;
}

/**
 * Answers a step of the page's script. While units are ordered it needs nothing else anew, so that a lost connection can't
 * take the page away; balance and cart follow at the next rest.
 */
async function tellStep(cart: Cart, gifts: Gifts) {
  const order = cart.order && viewOrder(cart, cart.order, gifts);
  const keep = !cart.order?.paused;
  return data({ order, keep }, { headers: { "Set-Cookie": await writeCart(cart, cart) } });
}

/** Lets the order wait at the participant's wish; a unit that is on its way is finished. */
async function pause(cart: Cart, gifts: Gifts, form: FormData) {
  if (!isOrdering(cart)) return redirectWithNotice(cart.lines.length > 0 ? CART : GIFTS);
  const paused = pauseOrder(cart);
  saveLatestCart(cart, paused);
  if (form.has("stay")) return tellStep(paused, gifts);
  return redirectWithNotice(PROGRESS, undefined, [await writeCart(paused, paused)]);
}

/** What has to be put right before anything is ordered; null when nothing has. */
function findObstacle(cart: Cart, view: CartView, form: FormData, points: number): Notice | null {
  const shown = form.get("basket");
  const total = form.get("total");
  if (shown !== null && shown !== cart.basketId) return CHANGED;
  if (total !== null && total !== String(view.total)) return REPRICED;
  if (view.hasGone) return { kind: "warning", text: "Уберите из корзины подарки, которых больше нет." };
  if (view.needsDelivery && !cart.delivery) return { kind: "warning", text: "Выберите пункт выдачи для сувениров." };
  if (view.total > points) return { kind: "warning", text: `Не хватает ${formatPoints(view.total - points)}.` };
  return null;
}

/** Answers a stretch of an order: goes on, ends well, or stops with clear words. The cart travels with every answer. */
async function settleStep(cart: Cart, step: BatchOutcome | typeof STOPPED): Promise<Response> {
  switch (step.kind) {
    case "done":
      return finish(cart);
    case "stopped":
      return redirectWithNotice(CART, undefined, [await writeCart(cart, cart)]);
    case "going-on":
    case "checking":
      return redirectWithNotice(PROGRESS, undefined, [await writeCart(cart, cart)]);
    case "session-gone": {
      const away = toErrorResponse(step.error, endSession());
      if (!(away instanceof Response)) throw away;
      away.headers.append("Set-Cookie", await writeCart(cart, cart));
      return away;
    }
    case "refused": {
      const documentsNeeded = step.refusal.aliases.includes(alias.needDocuments);
      const notice: Notice = {
        kind: documentsNeeded ? "warning" : "error",
        title: "Заказ остановлен",
        text: `${tellDone(cart)} ${step.refusal.message} Остальное осталось в корзине.`,
      };
      const stopped = stopOrder(cart, documentsNeeded);
      return redirectWithNotice(documentsNeeded ? DOCUMENTS : CART, notice, [await writeCart(cart, stopped)]);
    }
  }
}

/** §2.5.2: the whole cart is ordered. A second press of the same button gets the same answer. */
async function finish(cart: Cart): Promise<Response> {
  const { order } = cart;
  if (!order) return redirectWithNotice(GIFTS);
  const gifts = formatCount(order.done, "подарок", "подарка", "подарков");
  return redirectWithNotice(
    GIFTS,
    {
      kind: "success",
      title: "Заказ оформлен",
      text: `Заказано: ${gifts}, списано ${formatPoints(order.spent)}. За ходом заказа можно следить в разделе «Баллы».`,
    },
    [await writeCart(cart, cart)],
  );
}

/** Ends an order at the participant's wish. */
async function stop(cart: Cart): Promise<Response> {
  if (!isOrdering(cart)) return redirectWithNotice(cart.lines.length > 0 ? CART : GIFTS);
  if (isRunning(cart.userId)) {
    return redirectWithNotice(PROGRESS, {
      kind: "info",
      text: "Подарок как раз оформляется. Остановите заказ чуть позже.",
    });
  }
  const text = cart.order?.checking
    ? `${tellDone(cart)} Об одном подарке мы так и не узнали. Прежде чем заказывать его снова, посмотрите списания в разделе «Баллы».`
    : `${tellDone(cart)} Остальное осталось в корзине.`;
  return redirectWithNotice(CART, { kind: "warning", title: "Заказ остановлен", text }, [
    await writeCart(cart, stopOrder(cart)),
  ]);
}

function tellDone({ order }: Cart): string {
  if (!order || order.done === 0) return "Пока ничего не заказано.";
  return `Заказано ${order.done} из ${order.units}, списано ${formatPoints(order.spent)}.`;
}
