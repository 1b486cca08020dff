import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "../document/cache";
import { setDelivery } from "../features/cart/cart.server";
import { createCart, fitsCookie, readCart, writeCart } from "../features/cart/cart-cookie.server";
import { CART_FULL } from "../features/cart/edit-cart.server";
import { latestCart } from "../features/cart/latest-cart.server";
import { isOrdering } from "../features/cart/order.server";
import { CART_PATH } from "../features/cart/paths";
import { findNearestPoints, findPickupPoint, loadPickupView, pickupSchema } from "../features/cart/pickup.server";
import { readRememberedPickup, rememberPickup } from "../features/cart/pickup-cookie.server";
import { PickupForm } from "../features/cart/pickup-form";
import { PickupSearch } from "../features/cart/pickup-search";
import { NEAREST_INTENT } from "../features/cart/pickup-view";
import { RememberedPickup } from "../features/cart/remembered-pickup";
import { redirectWhileOrdering, requireShopper } from "../features/cart/require-shopper.server";
import { listHiddenFields, redirectWithNotice, replyError, replyInvalid } from "../session/reply.server";
import { requireSession } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Пункт выдачи — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/gifts/cart");
  const searching = loadPickupView(visit, new URL(args.request.url).searchParams);
  // Whoever may not order is redirected, whatever becomes of the search.
  searching.catch(() => undefined);
  await requireShopper(args);
  const [view, cart, remembered] = await Promise.all([
    searching,
    readCart(args.request),
    readRememberedPickup(args.request, visit.session.userId),
  ]);
  const chosen = cart?.delivery?.code ?? "";
  return { ...view, chosen, remembered: chosen ? null : remembered };
}

export async function action(args: ActionFunctionArgs) {
  const { visit } = await requireShopper(args);
  const formData = await args.request.formData();
  if (formData.get("intent") === NEAREST_INTENT) return data(await findNearestPoints(visit, formData));
  const submission = parseWithZod(formData, { schema: pickupSchema });
  if (submission.status !== "success") return replyInvalid(submission);
  const { delivery_city, cdek_pvz_code } = submission.value;
  const point = await findPickupPoint(visit, delivery_city, cdek_pvz_code);
  if (!point) {
    const fieldErrors = { cdek_pvz_code: ["Этот пункт больше не выдаёт. Выберите другой."] };
    return data(submission.reply({ fieldErrors, hideFields: listHiddenFields(submission) }), { status: 409 });
  }
  const sent = await readCart(args.request);
  const cart = sent ? latestCart(sent) : createCart(args.request, visit.session);
  if (isOrdering(cart)) return redirectWhileOrdering();
  const { address, code } = point;
  const city = point.city || delivery_city;
  const changed = setDelivery(cart, { city, address, code });
  if (!fitsCookie(changed)) return replyError(submission, CART_FULL.text);
  const written = await writeCart(cart, changed);
  const remembered = await rememberPickup(visit.session.userId, { city, address, code });
  const text = `Заберёте здесь: ${city}, ${address}.`;
  return redirectWithNotice(CART_PATH, { kind: "success", text }, [written, remembered]);
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function DeliveryPage() {
  const { query, searched, cities, city, points, hasMore, hasPlaces, street, chosen, remembered } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const shell = usePageForm("pickup", reply && "nearest" in reply ? null : reply);
  return (
    <>
      <PageHeader
        mark={<Link to="/dashboard/gifts/cart">← Корзина</Link>}
        title="Пункт выдачи"
        lead={city ? `${city.name}: выберите, где забрать сувениры.` : "Сначала город, потом пункт выдачи."}
      />
      <div className="card card--narrow stack">
        {city ? (
          <PickupForm
            shell={shell}
            city={city.name}
            cityCode={city.code}
            street={street}
            points={points}
            hasMore={hasMore}
            hasPlaces={hasPlaces}
            chosen={chosen}
          />
        ) : (
          <>
            {!searched && remembered && <RememberedPickup {...remembered} />}
            <PickupSearch query={query} cities={cities} searched={searched} />
          </>
        )}
      </div>
    </>
  );
}
