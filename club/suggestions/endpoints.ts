import { suggestAddresses, suggestDelivery } from "../../contract/suggestions";
import { type Endpoint, endpoint } from "../http/endpoint";
import { addressesFor } from "./addresses";
import { cities } from "./cities";
import { pick, simplify } from "./match";
import { pickupPoints } from "./pickup-points";
import { streets } from "./streets";

const SUGGESTIONS_LIMIT = 10;
/** A city's pickup points come all at once, for a choice without typing. */
const POINTS_LIMIT = 100;

/**
 * These are the embedded look-ups, a data file of cities with streets and pickup points made by rule; a delivery service's
 * own directory comes with another upstream.
 */
export const endpoints: readonly Endpoint[] = [
  endpoint(suggestDelivery, async ({ query, type, city }) => {
    if (type === "city") {
      return { cities: pick(cities, query, (item) => item.city, SUGGESTIONS_LIMIT), streets: [], addresses: [] };
    }
    if (type === "street") {
      const found = pick(streets, query, String, SUGGESTIONS_LIMIT);
      return { cities: [], streets: found.map((value) => ({ value })), addresses: [] };
    }
    const here = pickupPoints.filter((point) => simplify(point.city) === simplify(city));
    const found = pick(here, query, (point) => `${point.address} ${point.code}`, POINTS_LIMIT);
    return { cities: [], streets: [], addresses: found };
  }),
  endpoint(suggestAddresses, async ({ query }) => addressesFor(query).map((value) => ({ value }))),
];
