import type { PickupPoint } from "../../contract/suggestions";
import { simplify } from "./find-matches";
import { pickupPoints } from "./pickup-points";

/** A pickup point by its code, if it stands in this city. */
export function findPickupPoint(code: string, city: string): PickupPoint | undefined {
  const wanted = code.trim().toUpperCase();
  return pickupPoints.find((point) => point.code === wanted && simplify(point.city) === simplify(city));
}
