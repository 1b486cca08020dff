import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "../document/cache";
import { addGift } from "../features/cart/edit-cart.server";
import { CART_PATH } from "../features/cart/paths";
import { redirectWhileOrdering, requireShopper } from "../features/cart/require-shopper.server";
import { addToCartSchema } from "../features/gifts/add-to-cart.schema.server";
import { indexGifts, readFilter } from "../features/gifts/catalogue.server";
import { GiftForm } from "../features/gifts/gift-form";
import { GiftPicture } from "../features/gifts/gift-picture";
import { filterQuery, giftTagId } from "../features/gifts/gift-view";
import { findKind } from "../features/gifts/kinds";
import { findGroup, loadFormOptions } from "../features/gifts/load-gift.server";
import { keepLastUsed, readLastUsed } from "../features/gifts/recipient-cookie.server";
import { suggestRecipient } from "../features/gifts/suggest-recipient.server";
import { formatPieces, formatPoints } from "../lib/points";
import { knownBalance } from "../session/access";
import { listHiddenFields, redirectOrStay, redirectWithNotice } from "../session/reply.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: `${view?.group.name ?? "Подарок"} — Клуб` },
];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const id = args.params.id ?? "";
  const { visit, user } = await requireShopper(args);
  const [group, options] = await Promise.all([findGroup(visit, id), loadFormOptions(visit, id)]);
  if (!group) throw redirect("/dashboard/gifts/");
  const last = await readLastUsed(args.request, visit.session.userId);
  const known = suggestRecipient(group.handler, last, user.phone, options.operators);
  return { group, ...options, known, points: knownBalance(user) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const shopper = await requireShopper(args);
  const [form, group] = await Promise.all([request.formData(), findGroup(shopper.visit, args.params.id ?? "")]);
  if (!group) return redirectWithNotice("/dashboard/gifts/", GONE);
  const submission = parseWithZod(form, { schema: addToCartSchema(group) });
  const secret = findKind(group.handler)
    .fields.filter(({ isSecret }) => isSecret)
    .map(({ name }) => name);
  const hideFields = [...listHiddenFields(submission), ...secret];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), { status: 400 });
  const chosen = indexGifts([group]).get(submission.value.prize_id);
  if (!chosen) return redirectWithNotice("/dashboard/gifts/", GONE);
  const { obstacle } = chosen.gift;
  if (obstacle) return redirectWithNotice("/dashboard/gifts/", { kind: "warning", text: obstacle });

  const added = await addGift(shopper, request, { ...submission.value, physical: chosen.kind.isDelivered });
  if (added.kind === "ordering") return redirectWhileOrdering();
  if (added.kind === "full") return data(submission.reply({ formErrors: [CART_FULL], hideFields }), { status: 409 });
  const remembered = await keepLastUsed(
    request,
    { id: shopper.visit.session.userId, phone: shopper.user.phone },
    chosen.kind.fields,
    submission.value.selected_additional_fields,
  );
  const amount = added.count > 1 ? `, всего ${formatPieces(added.count)}` : "";
  const text = `${chosen.gift.name}${amount}.`;
  return redirectOrStay(
    form,
    `/dashboard/gifts/${filterQuery(readFilter(new URL(request.url)))}#${encodeURIComponent(giftTagId(group.id))}`,
    { kind: "success", title: "Подарок в корзине", text, link: { to: CART_PATH, text: "Оформить заказ" } },
    [added.cookie, remembered],
  );
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function GiftPage() {
  const { group, operators, known, isPaidByAgent, points } = useLoaderData<typeof loader>();
  const shell = usePageForm("gift", useActionData<typeof action>());
  const [only] = group.gifts;
  return (
    <>
      <PageHeader
        mark={<Link to="/dashboard/gifts/">← Подарки</Link>}
        title={group.name}
        lead={
          only && group.gifts.length === 1
            ? `${group.description} Цена — ${formatPoints(only.price)}.`
            : group.description
        }
      />
      <div className="card card--narrow">
        {only?.obstacle ? (
          <>
            <GiftPicture handler={group.handler} picture={group.picture} />
            <p>{only.obstacle}</p>
          </>
        ) : (
          <GiftForm
            shell={shell}
            group={group}
            points={points}
            operators={operators}
            known={known}
            isPaidByAgent={isPaidByAgent}
          />
        )}
      </div>
    </>
  );
}

const GONE = { kind: "warning", text: "Этого подарка больше нет. Выберите другой." } as const;

const CART_FULL =
  "В корзину больше не помещается. Оформите заказ на то, что уже выбрано, а остальное добавьте следующим заказом.";
