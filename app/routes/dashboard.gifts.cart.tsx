import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useFetchers, useLoaderData } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { checkDocuments } from "../../contract/accounts";
import type { CallReply } from "../../contract/call";
import { listPrizes } from "../../contract/prizes";
import { cacheHeaders } from "../document/cache";
import {
  type Cart,
  changeCount,
  isOrdering,
  removeAllLines,
  removeLine,
  restoreLine,
} from "../features/cart/cart.server";
import { fitsCookie, readCart, readSealedCart, unsealCart, writeCart } from "../features/cart/cart-cookie.server";
import { CartMirror } from "../features/cart/cart-mirror";
import { CartSheet } from "../features/cart/cart-sheet";
import { viewCart } from "../features/cart/cart-view.server";
import { DeliverySummary } from "../features/cart/delivery-summary";
import { latestCart } from "../features/cart/latest-cart.server";
import { optimisticCart } from "../features/cart/optimistic-cart";
import { OrderForm } from "../features/cart/order-form";
import { redirectWhileOrdering, requireCartPage, requireShopper } from "../features/cart/require-shopper.server";
import { UnfinishedOrder } from "../features/cart/unfinished-order";
import { groupGifts, indexGifts } from "../features/gifts/catalogue.server";
import { LINE_MAX_COUNT } from "../lib/cart-limits";
import { catchLostReply } from "../lib/lost-reply";
import { formatPoints, formatRoubles } from "../lib/points";
import { redirectOrStay, redirectWithNotice } from "../session/reply.server";
import { ButtonLink } from "../ui/core/button";
import { EmptyState } from "../ui/core/empty-state";
import { usePageForm } from "../ui/core/form";
import { Notice } from "../ui/core/notice";
import { PageHeader } from "../ui/core/page";
import { EmptyShelf } from "../ui/lazy/blueprint/empty-shelf";

export const meta: MetaFunction = () => [{ title: "Корзина — Клуб" }];
export const headers = cacheHeaders("secret");

export async function loader(args: LoaderFunctionArgs) {
  const { visit, user, mayOrder } = await requireCartPage(args);
  const [list, cart, documents] = await Promise.all([
    visit.read(listPrizes, {}),
    mayOrder ? readCart(args.request) : null,
    visit.call(checkDocuments, {}),
  ]);
  const view = viewCart(cart, indexGifts(groupGifts(list, [])));
  return {
    view,
    basket: cart?.basketId ?? "",
    delivery: cart?.delivery ?? null,
    order: cart?.order && isOrdering(cart) ? { units: cart.order.units, done: cart.order.done } : null,
    documentsNeeded: cart?.documentsNeeded ?? false,
    points: user.points.points,
    mayOrder,
    documentsAhead: documents.ok ? limitAhead(documents.result, view.total) : null,
    mirror: { sealed: readSealedCart(args.request, cart), known: cart !== null },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { visit } = await requireShopper(args);
  const form = await args.request.formData();
  const parsed = edits.safeParse(Object.fromEntries(form));
  if (!parsed.success) return redirectOrStay(form, CART_PATH, WRONG_COUNT);
  const edit = parsed.data;
  const known = await readCart(args.request);
  // From here to the cookie nothing is awaited: of two edits that come at once, each finds what the other has done.
  const cart = known && latestCart(known);
  if (edit.intent === "restore") {
    // Only where there is no cart: what this browser has now is newer than what it kept.
    const kept = cart ?? (await unsealCart(edit.sealed, visit.session.userId));
    return redirectWithNotice(CART_PATH, undefined, kept ? [await writeCart(kept, kept)] : []);
  }
  if (!cart) return redirectOrStay(form, CART_PATH);
  if (isOrdering(cart)) return redirectWhileOrdering();
  const after = applyEdit(cart, edit);
  if (!fitsCookie(after)) return redirectOrStay(form, CART_PATH, NO_ROOM);
  // Without script the page comes back to the line, where it can be put back.
  const place = edit.intent === "delete" || edit.intent === "return" ? `#line-${edit.line ?? ""}` : "";
  return redirectOrStay(form, CART_PATH + place, undefined, [await writeCart(cart, after)]);
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return serverAction<typeof action>().catch(catchLostReply);
}

export { shouldRevalidate } from "../lib/lost-reply";

export default function CartPage() {
  const loaded = useLoaderData<typeof loader>();
  const { basket, delivery, order, documentsNeeded, points, mayOrder, documentsAhead, mirror } = loaded;
  const edits = useFetchers().filter(({ formAction }) => formAction?.startsWith(CART_PATH));
  const view = optimisticCart(loaded.view, edits);
  const shell = usePageForm("order", null, "/dashboard/gifts/order");
  const scripted = useHydrated();
  const missing = Math.max(0, view.total - points);
  const ready =
    !order && view.units > 0 && !view.hasGone && missing === 0 && (!view.needsDelivery || delivery !== null);
  return (
    <>
      <PageHeader title="Корзина" lead={view.lines.length > 0 && `На счёте ${formatPoints(points)}.`} />
      {order && <UnfinishedOrder {...order} scripted={scripted} />}
      {documentsNeeded && (
        <Notice
          kind="warning"
          title="Нужны документы"
          action={<ButtonLink to="/dashboard/documents">Передать документы</ButtonLink>}
        >
          Чтобы заказать остальное, передайте личные документы. Когда их примут, заказ можно продолжить здесь.
        </Notice>
      )}
      {view.lines.length === 0 ? (
        <EmptyState
          drawing={<EmptyShelf />}
          title={mayOrder ? "В корзине пусто" : "Подарки здесь только для просмотра"}
          action={<ButtonLink to="/dashboard/gifts/">{mayOrder ? "Выбрать подарки" : "Посмотреть подарки"}</ButtonLink>}
        />
      ) : (
        <CartSheet cart={view} number={basket.slice(0, 8).toUpperCase()} editable={!order} scripted={scripted}>
          {view.held === 0 && <EmptyCart />}
          {view.needsDelivery && <DeliverySummary delivery={delivery} editable={!order} />}
          {missing > 0 && (
            <Notice kind="warning" title={`Не хватает ${formatPoints(missing)}`}>
              Уберите что-нибудь из корзины или уменьшите количество.
            </Notice>
          )}
          {documentsAhead !== null && !documentsNeeded && view.held > 0 && (
            <Notice
              kind="info"
              title={`Подарки этого года станут дороже ${formatRoubles(documentsAhead)}`}
              action={<ButtonLink to="/dashboard/documents">Передать документы</ButtonLink>}
            >
              Всё, что выше, выдаём после проверки документов: заказ остановится на первом таком подарке.
            </Notice>
          )}
          {ready && (
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

/** Everything was taken out; the lines still stand above and can be put back. */
function EmptyCart() {
  return (
    <div>
      <p className="title">В корзине пусто</p>
      <p className="button-row">
        <ButtonLink to="/dashboard/gifts/">Выбрать подарки</ButtonLink>
      </p>
    </div>
  );
}

/** The year's limit in roubles that this cart would pass while no documents are accepted; null when it stays within. */
function limitAhead(
  { status, year_total, year_limit }: CallReply<typeof checkDocuments>,
  total: number,
): number | null {
  if (status === "accepted" || year_total == null || year_limit == null) return null;
  return total > 0 && year_total + total > year_limit ? year_limit : null;
}

const CART_PATH = "/dashboard/gifts/cart";

const NO_ROOM = { kind: "warning", text: "В корзину больше не помещается. Сначала закажите то, что выбрано." } as const;

const WRONG_COUNT = { kind: "error", text: `Количество — целое число от 1 до ${LINE_MAX_COUNT}.` } as const;

const lineId = z.coerce.number().int();
const edits = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("count"),
    line: lineId,
    cartCount: z.coerce.number().int().min(1).max(LINE_MAX_COUNT),
  }),
  z.object({ intent: z.literal("delete"), line: lineId }),
  z.object({ intent: z.literal("return"), line: lineId.optional() }),
  z.object({ intent: z.literal("clear") }),
  z.object({ intent: z.literal("restore"), sealed: z.string() }),
]);

function applyEdit(cart: Cart, edit: Exclude<z.output<typeof edits>, { intent: "restore" }>): Cart {
  if (edit.intent === "count") return changeCount(cart, edit.line, edit.cartCount);
  if (edit.intent === "return") return restoreLine(cart, edit.line);
  return edit.intent === "delete" ? removeLine(cart, edit.line) : removeAllLines(cart);
}
