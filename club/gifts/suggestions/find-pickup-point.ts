import type { PickupPoint } from "../../../contract/suggestions";
import { normalizePlace } from "./find-matches";
import { pickupPoints } from "./pickup-points";

/** Finds a pickup point by its code in a city; undefined when the code belongs to another city. */
export function findPickupPoint(code: string, city: string): PickupPoint | undefined {
  const wanted = code.trim().toUpperCase();
  return pickupPoints.find((point) => point.code === wanted && normalizePlace(point.city) === normalizePlace(city));
}
