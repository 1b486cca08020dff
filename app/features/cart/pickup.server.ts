import { z } from "zod";
import { requiredText } from "../../../contract/fields";
import { suggestDelivery } from "../../../contract/suggestions";
import type { Visit } from "../../session/visit.server";

const POINTS_SHOWN = 40;

/** The form that chooses a pickup point (§3.8). */
export const pickupSchema = z.object({
  delivery_city: requiredText("Выберите город."),
  cdek_pvz_code: requiredText("Выберите пункт выдачи."),
});

/** The cities found by a name, or the pickup points of a chosen city, by the query of the address. */
export async function loadPickupView(visit: Visit, query: URLSearchParams) {
  const read = (name: string) => query.get(name)?.trim() ?? "";
  const [name, code, street] = [read("delivery_city"), read("city"), read("delivery_address")];
  if (!name) return { query: "", searched: false, cities: [], city: null, points: [], hasMore: false, street: "" };
  const { cities } = await visit.read(suggestDelivery, { query: name, type: "city" });
  const sameName = cities.filter(({ city }) => isSameText(city, name));
  const city = cities.find((one) => one.code === code) ?? (sameName.length === 1 ? sameName[0] : undefined);
  const points = city ? await listPoints(visit, city.city, street) : [];
  return {
    query: name,
    searched: true,
    cities: city ? [] : cities,
    city: city ? { name: city.city, code: city.code } : null,
    points: points.slice(0, POINTS_SHOWN),
    hasMore: points.length > POINTS_SHOWN,
    street,
  };
}

/** The pickup point with this code. City and address are the upstream's, so that a form can't forge them. */
export async function findPickupPoint(visit: Visit, city: string, code: string) {
  const points = await listPoints(visit, city, "");
  return points.find((point) => point.code === code);
}

async function listPoints(visit: Visit, city: string, street: string) {
  return (await visit.read(suggestDelivery, { type: "address", city, query: street })).addresses;
}

function isSameText(one: string, other: string): boolean {
  return one.toLocaleLowerCase("ru") === other.toLocaleLowerCase("ru");
}
