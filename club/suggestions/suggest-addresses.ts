import { suggestAddresses } from "../../contract/suggestions";
import { endpoint } from "../http/endpoint";
import { cities, type DeliveryCity } from "./cities";
import { matches, simplify } from "./find-matches";
import { streets } from "./streets";

const LIMIT = 10;

export const suggestAddressesEndpoint = endpoint(suggestAddresses, async ({ query }) =>
  findAddresses(query).map((value) => ({ value })),
);

/**
 * Postal addresses for a typed text such as «казань гагарина 5»: a city, then its streets, with the house number as typed.
 * Without a city the street is offered in the largest ones.
 */
function findAddresses(query: string): string[] {
  const house = /(?:^|[\s,.])(\d[\dа-яёa-z/-]{0,9})\s*$/i.exec(query)?.[1];
  const words = simplify(house ? query.slice(0, query.lastIndexOf(house)) : query)
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const found: string[] = [];
  // The more words name the city, the better the reading.
  for (let cityWords = words.length; cityWords >= 0 && found.length < LIMIT; cityWords--) {
    const cityPart = words.slice(0, cityWords).join(" ");
    const streetPart = words.slice(cityWords).join(" ");
    const places = cities.filter(({ city, region }) => cityPart === "" || matches(`${city} ${region}`, cityPart));
    for (const place of places) {
      for (const street of streets) {
        if (found.length >= LIMIT) return found;
        if (streetPart !== "" && !matches(street, streetPart)) continue;
        const address = writeAddress(place, street, house);
        if (!found.includes(address)) found.push(address);
      }
    }
  }
  return found;
}

function writeAddress({ city, region }: DeliveryCity, street: string, house: string | undefined): string {
  const place = city === region ? `г. ${city}` : `${region}, г. ${city}`;
  return house ? `${place}, ${street}, д. ${house}` : `${place}, ${street}`;
}
