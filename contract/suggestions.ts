import { z } from "zod";
import { defineCall } from "./call";
import { optionalText, requiredText } from "./fields";
import {
  arrayOf,
  extensionField,
  isRecord,
  listWithin,
  objectOf,
  optionalId,
  optionalNumber,
  prepare,
  rowOf,
  wireText,
} from "./reply-fields";
import { participantsOf } from "./values";

/** A pickup point that is only an address has the address as its code too, so that it can be chosen. */
const pickupPoint = rowOf(
  {
    code: optionalId,
    city: wireText,
    address: wireText,
    work_time: wireText,
    type: wireText.transform((type) => type || "PVZ"),
    /** Degrees, north and east positive. Points without them aren't sorted by distance. */
    latitude: extensionField(optionalNumber),
    longitude: extensionField(optionalNumber),
  },
  { scalar: "address" },
).transform((point) => ({ ...point, code: point.code || point.address }));
export type PickupPoint = z.output<typeof pickupPoint>;

const city = rowOf({ code: optionalId, city: wireText, region: wireText }, { scalar: "city" }).transform((one) => ({
  ...one,
  code: one.code || one.city,
}));
export type City = z.output<typeof city>;

const suggestion = rowOf({ value: wireText }, { scalar: "value" });

export const suggestDelivery = defineCall({
  method: "GET",
  path: "prize/delivery/address/suggest",
  audience: participantsOf("curator", "manager", "member"),
  input: z.object({
    query: optionalText(),
    type: z.enum(["city", "street", "address"]).optional(),
    city: optionalText(),
  }),
  reply: objectOf({
    cities: listWithin(city),
    streets: listWithin(suggestion),
    addresses: listWithin(pickupPoint),
  }),
  summary: "Cities, streets, or the pickup points of a city.",
});

/** The addresses may come as `{cities, streets, addresses}`, as those of a delivery do. */
function joinSuggestions(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const lists = [value.addresses, value.streets, value.cities].filter(Array.isArray);
  return lists.length > 0 ? lists.flat().map((row) => (isRecord(row) ? { value: nameOf(row) } : row)) : value;
}

function nameOf({ value, address, city }: Readonly<Record<string, unknown>>): unknown {
  return value ?? address ?? city;
}

export const suggestAddresses = defineCall({
  method: "GET",
  path: "suggests/valid/region/addresses/{query}",
  audience: "client",
  input: z.object({ query: requiredText() }),
  reply: prepare(arrayOf(suggestion), joinSuggestions),
  summary: "Postal addresses by a part of the text.",
});
