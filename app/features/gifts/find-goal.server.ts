import type { GiftGroup, GoalChoice, GoalView } from "./gift-view";
import { findKind } from "./kinds";

/**
 * What a participant saves for: the chosen gift, however many points there are by now; without one the cheapest souvenir that
 * the balance isn't enough for, or where there are no souvenirs, the cheapest such gift. Null: the balance is enough.
 * @param chosen the id of the chosen gift; one that is gone counts as none
 */
export function findGoal(groups: readonly GiftGroup[], points: number, chosen: string): GoalView | null {
  const gifts = groups.flatMap(listOrderable);
  const goal = gifts.find(({ id }) => id === chosen);
  if (goal) return { name: goal.name, price: goal.price, isChosen: true };
  const souvenirs = listSouvenirs(groups);
  const [next] = listDearer(souvenirs.length > 0 ? souvenirs : gifts, points);
  return next ? { name: next.name, price: next.price, isChosen: false } : null;
}

/** A longer list would weigh more than the page's gifts, and the seventh is far away. */
const MOST_CHOICES = 6;

/** The nearest gifts to choose from and save for: the balance isn't enough for them. Souvenirs come first, then the cheapest. */
export function listGoals(groups: readonly GiftGroup[], points: number): GoalChoice[] {
  const souvenirs = listSouvenirs(groups);
  const others = groups.flatMap(listOrderable).filter(({ id }) => !souvenirs.some((souvenir) => souvenir.id === id));
  return [souvenirs, others]
    .flatMap((gifts) => listDearer(gifts, points))
    .slice(0, MOST_CHOICES)
    .map(({ id, name, price }) => ({ id, name, price }));
}

/** What is carried home, unlike money on a phone or a card. */
function listSouvenirs(groups: readonly GiftGroup[]): GoalChoice[] {
  return groups.filter(({ handler }) => handler && findKind(handler).isDelivered).flatMap(listOrderable);
}

const listOrderable = ({ gifts }: GiftGroup): GoalChoice[] => gifts.filter(({ obstacle }) => !obstacle);

const listDearer = (gifts: readonly GoalChoice[], points: number) =>
  gifts.filter(({ price }) => price > points).toSorted((a, b) => a.price - b.price);
