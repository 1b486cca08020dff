import { formatPoints } from "../../lib/points";
import { Badge } from "../../ui/core/badge";

/** Says that the balance is enough for a gift, or how many points are missing. */
export function EnoughBadge({ price, points }: { price: number; points: number }) {
  if (price <= points) return <Badge tone="ok">Хватает</Badge>;
  return <Badge>Не хватает {formatPoints(price - points)}</Badge>;
}
