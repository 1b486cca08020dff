import { formatPoints } from "../../lib/points";
import { Badge } from "../../ui/core/badge";

/** «хватает» or how many points are missing. */
export function EnoughBadge({ price, points }: { price: number; points: number }) {
  if (price <= points) return <Badge tone="ok">Хватает</Badge>;
  return <Badge>Не хватает {formatPoints(price - points)}</Badge>;
}
