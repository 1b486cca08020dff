import { suggestDelivery } from "../../../contract/suggestions";
import { endpoint } from "../../platform/http/endpoint";
import { cities } from "./cities";
import { findMatches, normalizePlace } from "./find-matches";
import { pickupPoints } from "./pickup-points";
import { streets } from "./streets";

const SUGGESTIONS_LIMIT = 10;
/** A city's pickup points come all at once, for a choice without typing. */
const POINTS_LIMIT = 100;

/**
 * Suggests cities, streets, or the pickup points of a city. The club answers from a data file of cities and from streets and
 * pickup points made by rule; another upstream may have a delivery service's own directory.
 */
export const suggestDeliveryEndpoint = endpoint(suggestDelivery, async ({ query, type = "city", city }) => {
  if (type === "city") {
    const found = findMatches(cities, query, (item) => item.city, SUGGESTIONS_LIMIT);
    return {
      cities: found.map(({ code, city: name, region }) => ({ code, city: name, region })),
      streets: [],
      addresses: [],
    };
  }
  if (type === "street") {
    const found = findMatches(streets, query, String, SUGGESTIONS_LIMIT);
    return { cities: [], streets: found.map((value) => ({ value })), addresses: [] };
  }
  const here = pickupPoints.filter((point) => normalizePlace(point.city) === normalizePlace(city));
  const found = findMatches(here, query, (point) => `${point.address} ${point.code}`, POINTS_LIMIT);
  return { cities: [], streets: [], addresses: found };
});
