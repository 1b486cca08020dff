import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData, useRouteError } from "@remix-run/react";
import { listPrizes } from "../../contract/prizes";
import { cacheHeaders } from "../document/cache";
import { passScriptFault } from "../document/script-fault-page";
import { readCart } from "../features/cart/cart-cookie.server";
import { isRunning } from "../features/cart/latest-cart.server";
import { LostConnection } from "../features/cart/lost-connection";
import { isOrdering } from "../features/cart/order.server";
import { handleOrderForm } from "../features/cart/order-flow.server";
import { OrderProgress } from "../features/cart/order-progress";
import { viewOrder } from "../features/cart/order-replies.server";
import { CART_PATH, GIFTS_PATH } from "../features/cart/paths";
import { requireShopper } from "../features/cart/require-shopper.server";
import { groupGifts, indexGifts } from "../features/gifts/catalogue.server";
import { catchLostReply } from "../lib/lost-reply";
import { redirectWithNotice } from "../session/reply.server";
import type { Visit } from "../session/visit.server";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Оформление заказа — Клуб" }];
export const headers = cacheHeaders("secret");

export async function loader(args: LoaderFunctionArgs) {
  const { visit } = await requireShopper(args);
  const cart = await readCart(args.request);
  if (!cart?.order || !isOrdering(cart)) throw redirect(cart && cart.lines.length > 0 ? CART_PATH : GIFTS_PATH);
  const view = viewOrder(cart, cart.order, await loadGifts(visit));
  // A page without script reloads while another request is ordering, and while a unit in doubt is being looked for.
  const isSearching = view.checking && !view.sendsAgain && !view.question && !view.paused;
  const seconds = isRunning(cart.userId) ? 3 : isSearching ? 15 : 0;
  return seconds > 0 ? data(view, { headers: { Refresh: String(seconds) } }) : data(view);
}

export async function action(args: ActionFunctionArgs) {
  const shopper = await requireShopper(args);
  const [form, cart, gifts] = await Promise.all([
    args.request.formData(),
    readCart(args.request),
    loadGifts(shopper.visit),
  ]);
  const { signal } = args.request;
  return cart ? handleOrderForm({ shopper, cart, gifts, form, signal }) : redirectWithNotice(GIFTS_PATH);
}

/** When a reply was lost, the page sends the step again; the server tells a unit that was ordered by it. */
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
        lead="Подарки заказываются по одному. Страницу можно закрыть: остальное подождёт в корзине."
      />
      <div className="card stack">
        <OrderProgress order={order} />
      </div>
    </>
  );
}

/** Shown when the connection broke during a navigation. The order itself is unaffected. */
export function ErrorBoundary() {
  passScriptFault(useRouteError());
  return <LostConnection />;
}

async function loadGifts(visit: Visit) {
  return indexGifts(groupGifts(await visit.read(listPrizes, {}), []));
}
