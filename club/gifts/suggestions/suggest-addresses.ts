import { suggestAddresses } from "../../../contract/suggestions";
import { endpoint } from "../../platform/http/endpoint";
import { cities, type DeliveryCity } from "./cities";
import { matchesQuery, normalizePlace } from "./find-matches";
import { streets } from "./streets";

const LIMIT = 10;

export const suggestAddressesEndpoint = endpoint(suggestAddresses, async ({ query }) =>
  findAddresses(query).map((value) => ({ value })),
);

/**
 * Finds postal addresses for a typed text such as «казань гагарина 5»: streets of the city with the typed house number.
 * Without a city, the street is suggested in the largest cities.
 */
function findAddresses(query: string): string[] {
  const house = /(?:^|[\s,.])(\d[\dа-яёa-z/-]{0,9})\s*$/i.exec(query)?.[1];
  const words = normalizePlace(house ? query.slice(0, query.lastIndexOf(house)) : query)
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const found: string[] = [];
  // Longer city names are tried first: the first words may name a city such as «Нижний Новгород».
  for (let cityWords = words.length; cityWords >= 0 && found.length < LIMIT; cityWords--) {
    const cityPart = words.slice(0, cityWords).join(" ");
    const streetPart = words.slice(cityWords).join(" ");
    const places = cities.filter(({ city, region }) => cityPart === "" || matchesQuery(`${city} ${region}`, cityPart));
    for (const place of places) {
      for (const street of streets) {
        if (found.length >= LIMIT) return found;
        if (streetPart !== "" && !matchesQuery(street, streetPart)) continue;
        const address = formatAddress(place, street, house);
        if (!found.includes(address)) found.push(address);
      }
    }
  }
  return found;
}

function formatAddress({ city, region }: DeliveryCity, street: string, house: string | undefined): string {
  const place = city === region ? `г. ${city}` : `${region}, г. ${city}`;
  return house ? `${place}, ${street}, д. ${house}` : `${place}, ${street}`;
}
