import { formatPoints } from "../../lib/points";
import { Gauge } from "../../ui/lazy/progress";

/** How many points are missing for the cheapest gift that the balance isn't enough for yet. */
export function NextGift({ points, next }: { points: number; next: { name: string; price: number } | null }) {
  if (!next) return <p>Ваших баллов хватает на любой подарок.</p>;
  return (
    <Gauge
      label={`До следующего подарка: ${next.name}`}
      value={points}
      max={next.price}
      text={`ещё ${formatPoints(next.price - points)}`}
    />
  );
}
