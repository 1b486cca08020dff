import { formatPoints } from "../../lib/points";
import { Gauge } from "../../ui/lazy/progress";
import type { GoalView } from "./gift-view";

/** How many points are missing for what the participant saves for. */
export function NextGift({ points, next }: { points: number; next: GoalView | null }) {
  if (!next) return <p>Ваших баллов хватает, чтобы выбрать подарок.</p>;
  const missing = next.price - points;
  return (
    <Gauge
      label={`${next.isChosen ? "Ваша цель" : "До следующего подарка"}: ${next.name}`}
      value={points}
      max={next.price}
      text={missing > 0 ? `ещё ${formatPoints(missing)}` : "баллов хватает"}
    />
  );
}
