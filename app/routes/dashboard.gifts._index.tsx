import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { countUnseenPrizes, listCharacteristics, listPrizes } from "../../contract/prizes";
import { holdsPoints, participantOf } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { countPieces } from "../features/cart/cart.server";
import { readCart, readSealedCart } from "../features/cart/cart-cookie.server";
import { CartMirror } from "../features/cart/cart-mirror";
import { filterGroups, groupGifts, readFilter, toTag } from "../features/gifts/catalogue.server";
import { findGoal, listGoals } from "../features/gifts/find-goal.server";
import { GiftTag } from "../features/gifts/gift-tag";
import { filterQuery } from "../features/gifts/gift-view";
import { GiftsFilter } from "../features/gifts/gifts-filter";
import { readGoal } from "../features/gifts/goal-cookie.server";
import { GoalForm } from "../features/gifts/goal-form";
import { NewGifts } from "../features/gifts/new-gifts";
import { NextGift } from "../features/gifts/next-gift";
import { balanceOf } from "../session/access";
import { loadUser, requireSession } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { EmptyState } from "../ui/core/empty-state";
import { Columns, PageHeader } from "../ui/core/page";
import { EmptyShelf } from "../ui/lazy/blueprint/empty-shelf";

export const meta: MetaFunction = () => [{ title: "Подарки — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const visit = await requireSession(args, "/dashboard/gifts");
  const [user, list, characteristics, cart, unseen] = await Promise.all([
    loadUser(args, visit),
    visit.read(listPrizes, {}),
    visit.callOptional(listCharacteristics, {}),
    readCart(request),
    visit.callOptional(countUnseenPrizes, {}),
  ]);
  const participant = user && participantOf(user.promo_group.system_name, user.is_system);
  const points = user && participant && holdsPoints(participant) ? balanceOf(user) : null;
  const known = typeof points === "number" ? points : null;
  const all = groupGifts(list, characteristics ?? []);
  const filter = readFilter(new URL(request.url));
  return {
    points,
    filter,
    isEmpty: all.length === 0,
    unseen: unseen?.count ?? 0,
    gifts: filterGroups(all, filter, known).map(toTag),
    countsInCart: countPieces(cart?.lines ?? []),
    next: known === null ? null : findGoal(all, known, await readGoal(request, visit.session.userId)),
    goals: known === null ? [] : listGoals(all, known),
    mirror: points === null ? null : { sealed: readSealedCart(request, cart), known: cart !== null },
  };
}

export { shouldRevalidate } from "../lib/lost-reply";

export default function GiftsPage() {
  const { points, filter, isEmpty, unseen, gifts, countsInCart, next, goals, mirror } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Подарки" lead={points === null ? LEAD_WITHOUT_POINTS : LEAD} />
      {typeof points === "number" && !isEmpty && <NextGift points={points} next={next} />}
      {goals.length > 0 && <GoalForm goals={goals} />}
      {!isEmpty && <GiftsFilter filter={filter} withPoints={typeof points === "number"} />}
      {gifts.length > 0 ? (
        <Columns kind="tags">
          {gifts.map((gift) => (
            <GiftTag
              key={gift.id}
              gift={gift}
              points={points}
              query={filterQuery(filter)}
              countInCart={countsInCart[gift.id]}
            />
          ))}
        </Columns>
      ) : isEmpty ? (
        <EmptyState drawing={<EmptyShelf />} title="Подарков пока нет">
          Мы готовим новые. Загляните немного позже.
        </EmptyState>
      ) : (
        <EmptyState
          drawing={<EmptyShelf />}
          title="По этому выбору ничего нет"
          action={<ButtonLink to="/dashboard/gifts/">Показать все подарки</ButtonLink>}
        >
          Снимите отметку или выберите другой вид подарка.
        </EmptyState>
      )}
      {unseen > 0 && <NewGifts count={unseen} />}
      {mirror && <CartMirror {...mirror} />}
    </>
  );
}

const LEAD = "Обменяйте баллы на пополнение телефона, выплату на карту, сертификат или вещь в пункте выдачи.";
const LEAD_WITHOUT_POINTS = "Вот на что участники клуба обменивают баллы.";
