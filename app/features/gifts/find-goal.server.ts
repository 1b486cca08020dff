import type { GiftGroup, GoalView } from "./gift-view";
import { findKind } from "./kinds";

type Option = { readonly id: string; readonly name: string; readonly price: number };

/**
 * What a participant saves for: the chosen gift, however many points there are by now; without one the cheapest thing that the
 * balance isn't enough for. Null: it is enough for every thing, and a payout is no goal unless it is chosen.
 * @param chosen the id of the chosen gift; one that is gone counts as none
 */
export function findGoal(groups: readonly GiftGroup[], points: number, chosen: string): GoalView | null {
  const goal = groups.flatMap(listOrderable).find(({ id }) => id === chosen);
  if (goal) return { name: goal.name, price: goal.price, isChosen: true };
  const [next] = listDearer(listThings(groups), points);
  return next ? { name: next.name, price: next.price, isChosen: false } : null;
}

/** A longer list would weigh more than the page's gifts, and the seventh is far away. */
const MOST_GOALS = 6;

/** The nearest gifts to choose from and save for: the balance isn't enough for them. Things come first, then the cheapest. */
export function listGoals(groups: readonly GiftGroup[], points: number): Option[] {
  const things = listThings(groups);
  const others = groups.flatMap(listOrderable).filter(({ id }) => !things.some((thing) => thing.id === id));
  return [things, others]
    .flatMap((gifts) => listDearer(gifts, points))
    .slice(0, MOST_GOALS)
    .map(({ id, name, price }) => ({ id, name, price }));
}

/** What is carried home, unlike money on a phone or a card. */
function listThings(groups: readonly GiftGroup[]): Option[] {
  return groups.filter(({ handler }) => handler && findKind(handler).isDelivered).flatMap(listOrderable);
}

const listOrderable = ({ gifts }: GiftGroup): Option[] => gifts.filter(({ obstacle }) => !obstacle);

const listDearer = (gifts: readonly Option[], points: number) =>
  gifts.filter(({ price }) => price > points).toSorted((a, b) => a.price - b.price);
