import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useFetchers, useLoaderData } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { checkDocuments } from "../../contract/accounts";
import { listPrizes } from "../../contract/prizes";
import { cacheHeaders } from "../document/cache";
import { readCart, readSealedCart } from "../features/cart/cart-cookie.server";
import { CartMirror } from "../features/cart/cart-mirror";
import { DocumentsNeeded, EmptyCart, MissingPoints, YearLimitAhead } from "../features/cart/cart-notices";
import { CartSheet } from "../features/cart/cart-sheet";
import { findExceededLimit, viewCart } from "../features/cart/cart-view.server";
import { DeliverySummary } from "../features/cart/delivery-summary";
import { handleCartForm } from "../features/cart/edit-cart.server";
import { optimisticCart } from "../features/cart/optimistic-cart";
import { tellProgress } from "../features/cart/order.server";
import { OrderForm } from "../features/cart/order-form";
import { CART_PATH, ORDER_PATH } from "../features/cart/paths";
import { readRememberedPickup } from "../features/cart/pickup-cookie.server";
import { requireCartPage, requireShopper } from "../features/cart/require-shopper.server";
import { UnfinishedOrder } from "../features/cart/unfinished-order";
import { groupGifts, indexGifts } from "../features/gifts/catalogue.server";
import { keepUnits } from "../lib/keep-units";
import { catchLostReply } from "../lib/lost-reply";
import { formatPoints } from "../lib/points";
import { knownBalance } from "../session/access";
import { ButtonLink } from "../ui/core/button";
import { EmptyState } from "../ui/core/empty-state";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";
import { EmptyShelf } from "../ui/lazy/blueprint/empty-shelf";

export const meta: MetaFunction = () => [{ title: "Корзина — Клуб" }];
export const headers = cacheHeaders("secret");

export async function loader(args: LoaderFunctionArgs) {
  const { visit, user, mayOrder } = await requireCartPage(args);
  const [list, cart, documents, remembered] = await Promise.all([
    visit.read(listPrizes, {}),
    mayOrder ? readCart(args.request) : null,
    visit.callOptional(checkDocuments, {}),
    readRememberedPickup(args.request, visit.session.userId),
  ]);
  const view = viewCart(cart, indexGifts(groupGifts(list, [])));
  return {
    view,
    basket: cart?.basketId ?? "",
    delivery: cart?.delivery ? { ...cart.delivery, address: keepUnits(cart.delivery.address) } : null,
    remembered: view.needsDelivery && !cart?.delivery ? remembered : null,
    order: tellProgress(cart),
    documentsNeeded: cart?.documentsNeeded ?? false,
    documents: { status: documents?.status ?? "", reason: documents?.reason ?? "" },
    points: knownBalance(user),
    mayOrder,
    exceededLimit: documents && findExceededLimit(documents, view.total),
    mirror: { sealed: readSealedCart(args.request, cart), known: cart !== null },
  };
}

export async function action(args: ActionFunctionArgs) {
  return handleCartForm(await requireShopper(args), args.request);
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return serverAction<typeof action>().catch(catchLostReply);
}

export { shouldRevalidate } from "../lib/lost-reply";

export default function CartPage() {
  const loaded = useLoaderData<typeof loader>();
  const { basket, delivery, remembered, order, documentsNeeded, documents, points, mayOrder, exceededLimit, mirror } =
    loaded;
  const edits = useFetchers().filter(({ formAction }) => formAction?.startsWith(CART_PATH));
  const view = optimisticCart(loaded.view, edits);
  const shell = usePageForm("order", null, ORDER_PATH);
  const scripted = useHydrated();
  const missing = points === null ? 0 : Math.max(0, view.total - points);
  const canOrder =
    !order && view.units > 0 && !view.hasUnavailable && missing === 0 && (!view.needsDelivery || delivery !== null);
  return (
    <>
      <PageHeader
        title="Корзина"
        lead={view.lines.length > 0 && `На счёте ${points === null ? "— баллов" : formatPoints(points)}.`}
      />
      {order && <UnfinishedOrder progress={order} scripted={scripted} />}
      {documentsNeeded && <DocumentsNeeded {...documents} />}
      {view.lines.length === 0 ? (
        <EmptyState
          drawing={<EmptyShelf />}
          title={mayOrder ? "В корзине пусто" : "Подарки здесь только для просмотра"}
          action={<ButtonLink to="/dashboard/gifts/">{mayOrder ? "Выбрать подарки" : "Посмотреть подарки"}</ButtonLink>}
        />
      ) : (
        <CartSheet cart={view} number={basket.slice(0, 8).toUpperCase()} editable={!order} scripted={scripted}>
          {view.lineCount === 0 && <EmptyCart />}
          {view.needsDelivery && <DeliverySummary delivery={delivery} remembered={remembered} editable={!order} />}
          {missing > 0 && <MissingPoints points={missing} />}
          {exceededLimit !== null && !documentsNeeded && view.lineCount > 0 && (
            <YearLimitAhead limit={exceededLimit} pending={documents.status === "pending"} />
          )}
          {canOrder && (
            <OrderForm
              shell={shell}
              basket={basket}
              units={view.units}
              total={view.total}
              scripted={scripted}
              waiting={edits.length > 0}
            />
          )}
        </CartSheet>
      )}
      <CartMirror {...mirror} />
    </>
  );
}
