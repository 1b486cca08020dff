import { formatNumber, pointsUnit } from "../../lib/points";

/** An amount of points for a narrow place, where a long one may break before its unit: `12 450 баллов`. */
export function formatPrice(points: number): string {
  return `${formatNumber(points)} ${pointsUnit(points)}`;
}
