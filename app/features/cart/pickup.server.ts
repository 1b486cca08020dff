import { z } from "zod";
import { requiredText } from "../../../contract/fields";
import { type City, type PickupPoint, suggestDelivery } from "../../../contract/suggestions";
import { keepUnits } from "../../lib/keep-units";
import { runLookup } from "../../session/run-lookup.server";
import type { Visit } from "../../session/visit.server";
import { formatDistance, measureDistance, type Place } from "./distance.server";
import type { NearestReply, PickupPointView } from "./pickup-view";

const POINTS_SHOWN = 40;

/** The form that chooses a pickup point (§3.8). */
export const pickupSchema = z.object({
  delivery_city: requiredText("Выберите город."),
  cdek_pvz_code: requiredText("Выберите пункт выдачи."),
});

/** What the phone tells when the person asks for the nearest points. */
const placeSchema = z.object({
  delivery_city: z.string().min(1),
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
});

const NOTHING = {
  query: "",
  searched: false,
  cities: [] as City[],
  city: null,
  points: [] as PickupPointView[],
  hasMore: false,
  hasPlaces: false,
  street: "",
};

/** The cities found by a name, or the pickup points of a chosen city, by the query of the address. */
export async function loadPickupView(visit: Visit, query: URLSearchParams) {
  const read = (name: string) => query.get(name)?.trim() ?? "";
  const [name, code, street] = [read("delivery_city"), read("city"), read("delivery_address")];
  if (!name) return NOTHING;
  // A name that is being typed only finds cities. Without the upstream it finds none, and the page stays.
  if (query.has("typing")) {
    const answer = await runLookup(visit, suggestDelivery, { query: name, type: "city" });
    return answer.ok
      ? { ...NOTHING, query: name, searched: true, cities: answer.result.cities }
      : { ...NOTHING, query: name };
  }
  const { cities } = await visit.read(suggestDelivery, { query: name, type: "city" });
  const sameName = cities.filter(({ city }) => isSameText(city, name));
  const city = cities.find((one) => one.code === code) ?? (sameName.length === 1 ? sameName[0] : undefined);
  if (!city) return { ...NOTHING, query: name, searched: true, cities };
  const points = await listPoints(visit, city.city, street);
  return {
    ...NOTHING,
    query: name,
    searched: true,
    city: { name: city.city, code: city.code },
    points: points.slice(0, POINTS_SHOWN).map((point) => viewPoint(point)),
    hasMore: points.length > POINTS_SHOWN,
    hasPlaces: points.some((point) => placeOf(point) !== null),
    street,
  };
}

/** The points of a city, those nearest to the phone first. Its place is used for this reply only: it is neither kept nor logged. */
export async function findNearestPoints(visit: Visit, formData: FormData): Promise<NearestReply> {
  const here = placeSchema.safeParse(Object.fromEntries(formData));
  const answer =
    here.success && (await runLookup(visit, suggestDelivery, { type: "address", city: here.data.delivery_city }));
  if (!answer) return refuseNearest("Телефон не сообщил, где вы. Выберите пункт из списка.");
  if (!answer.ok) return refuseNearest(answer.refusal.message);
  const measured = answer.result.addresses.map((point) => {
    const place = placeOf(point);
    return { point, metres: place && measureDistance(here.data, place) };
  });
  if (measured.every(({ metres }) => metres === null)) return refuseNearest("У пунктов этого города нет координат.");
  // A point without coordinates can be chosen too: it comes last.
  measured.sort((one, other) => (one.metres ?? Number.MAX_VALUE) - (other.metres ?? Number.MAX_VALUE));
  return {
    nearest: measured
      .slice(0, POINTS_SHOWN)
      .map(({ point, metres }) => viewPoint(point, metres === null ? "" : `${formatDistance(metres)} от вас`)),
    message: "Сначала те, что ближе к вам.",
    skipRevalidation: true,
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

function viewPoint({ code, address, type, work_time }: PickupPoint, distance = ""): PickupPointView {
  const kind = type === "POSTAMAT" ? "Постамат" : "Пункт выдачи";
  return { code, address: keepUnits(address), hint: [distance, kind, work_time].filter(Boolean).join(" · ") };
}

function placeOf({ latitude, longitude }: PickupPoint): Place | null {
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

function refuseNearest(message: string): NearestReply {
  return { nearest: [], message, skipRevalidation: true };
}

function isSameText(one: string, other: string): boolean {
  return one.toLocaleLowerCase("ru") === other.toLocaleLowerCase("ru");
}
