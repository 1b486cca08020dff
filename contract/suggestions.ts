import { z } from "zod";
import { defineCall } from "./call";
import { arrayOf, optionalText, requiredText, wireId, wireText } from "./fields";
import { participantsOf } from "./values";

const pickupPoint = z.object({
  code: wireId,
  city: wireText,
  address: wireText,
  work_time: wireText,
  type: z.string().default("PVZ"),
});
export type PickupPoint = z.output<typeof pickupPoint>;

const city = z.object({ code: wireId, city: wireText, region: wireText });
export type City = z.output<typeof city>;

export const suggestDelivery = defineCall({
  method: "GET",
  path: "prize/delivery/address/suggest",
  audience: participantsOf("curator", "manager", "member"),
  input: z.object({
    query: optionalText(),
    type: z.enum(["city", "street", "address"]).optional(),
    city: optionalText(),
  }),
  reply: z.object({
    cities: z
      .array(city)
      .nullish()
      .transform((list) => list ?? []),
    streets: z
      .array(z.object({ value: wireText }))
      .nullish()
      .transform((list) => list ?? []),
    addresses: z
      .array(pickupPoint)
      .nullish()
      .transform((list) => list ?? []),
  }),
  summary: "Cities, streets, or the pickup points of a city.",
});

export const suggestAddresses = defineCall({
  method: "GET",
  path: "suggests/valid/region/addresses/{query}",
  audience: "client",
  input: z.object({ query: requiredText() }),
  reply: arrayOf(z.object({ value: wireText })),
  summary: "Postal addresses by a part of the text.",
});
