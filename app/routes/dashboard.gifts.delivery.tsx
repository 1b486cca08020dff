import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requiredText } from "../../contract/fields";
import { suggestDelivery } from "../../contract/suggestions";
import { cacheHeaders } from "../document/cache";
import { chooseDelivery, isOrdering } from "../features/cart/cart.server";
import { createCart, readCart, writeCart } from "../features/cart/cart-cookie.server";
import { latestCart } from "../features/cart/latest-cart.server";
import { PickupForm } from "../features/cart/pickup-form";
import { PickupSearch } from "../features/cart/pickup-search";
import { redirectWhileOrdering, requireShopper } from "../features/cart/require-shopper.server";
import { redirectWithNotice, replyInvalid } from "../session/reply.server";
import type { Visit } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Пункт выдачи — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const { visit } = await requireShopper(args);
  const query = new URL(args.request.url).searchParams;
  const [name, code, street] = ["delivery_city", "city", "delivery_address"].map((key) => query.get(key)?.trim() ?? "");
  const cart = await readCart(args.request);
  const chosen = cart?.delivery?.code ?? "";
  if (!name)
    return { query: "", searched: false, cities: [], city: null, points: [], hasMore: false, street: "", chosen };
  const { cities } = await visit.read(suggestDelivery, { query: name, type: "city" });
  const named = cities.filter(({ city }) => isSame(city, name));
  const city = cities.find((one) => one.code === code) ?? (named.length === 1 ? named[0] : undefined);
  const points = city ? await listPoints(visit, city.city, street ?? "") : [];
  return {
    query: name,
    searched: true,
    cities: city ? [] : cities,
    city: city ? { name: city.city, code: city.code } : null,
    points: points.slice(0, POINTS_SHOWN),
    hasMore: points.length > POINTS_SHOWN,
    street: street ?? "",
    chosen,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { visit } = await requireShopper(args);
  const submission = parseWithZod(await args.request.formData(), { schema });
  if (submission.status !== "success") return replyInvalid(submission);
  const { delivery_city, cdek_pvz_code } = submission.value;
  // The address is the upstream's own, never the browser's word.
  const points = await listPoints(visit, delivery_city, "");
  const point = points.find(({ code }) => code === cdek_pvz_code);
  if (!point) {
    const gone = submission.reply({
      fieldErrors: { cdek_pvz_code: ["Этот пункт больше не выдаёт. Выберите другой."] },
    });
    return data(gone, { status: 409 });
  }
  const known = await readCart(args.request);
  const before = known ? latestCart(known) : createCart(visit.session);
  if (isOrdering(before)) return redirectWhileOrdering();
  const after = chooseDelivery(before, { city: point.city || delivery_city, address: point.address, code: point.code });
  return redirectWithNotice(
    "/dashboard/gifts/cart",
    { kind: "success", text: `Заберёте здесь: ${point.city}, ${point.address}.` },
    [await writeCart(before, after)],
  );
}

export default function DeliveryPage() {
  const { query, searched, cities, city, points, hasMore, street, chosen } = useLoaderData<typeof loader>();
  const shell = usePageForm("pickup", useActionData<typeof action>());
  return (
    <>
      <PageHeader
        mark={<Link to="/dashboard/gifts/cart">Корзина</Link>}
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
            chosen={chosen}
          />
        ) : (
          <PickupSearch query={query} cities={cities} searched={searched} />
        )}
      </div>
    </>
  );
}

const POINTS_SHOWN = 40;

const schema = z.object({
  delivery_city: requiredText("Выберите город."),
  cdek_pvz_code: requiredText("Выберите пункт выдачи."),
});

async function listPoints(visit: Visit, city: string, street: string) {
  return (await visit.read(suggestDelivery, { type: "address", city, query: street })).addresses;
}

function isSame(one: string, other: string): boolean {
  return one.toLocaleLowerCase("ru") === other.toLocaleLowerCase("ru");
}
