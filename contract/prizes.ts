import { z } from "zod";
import { defineCall } from "./call";
import { arrayOf, emptyReply, wireFlag, wireId, wireNumber, wireText } from "./fields";
import { alias, DELIVERY_COUNTRY, ORDER_FACE, participantsOf, pointHolders } from "./values";

const prize = z.object({
  id: wireId,
  name: wireText,
  description: wireText,
  image_url: wireText,
  handler_system_name: z.string(),
  price: wireNumber,
});
export type Prize = z.output<typeof prize>;

const certificate = z.object({
  id: wireId,
  retailer: wireText,
  name: wireText,
  image_url: wireText,
  price: wireNumber,
});
export type Certificate = z.output<typeof certificate>;

/** The participants who have the gifts page, including system participants (§2.1.1, §2.2.5). */
const giftReaders = participantsOf("curator", "manager", "member");

export const listPrizes = defineCall({
  method: "GET",
  path: "prize/list",
  audience: giftReaders,
  input: z.object({}),
  reply: z.object({
    items: z.array(prize),
    certificates: z
      .array(certificate)
      .nullish()
      .transform((list) => list ?? []),
  }),
  summary: "Prizes, and certificates of the named retailers.",
});

export const countUnseenPrizes = defineCall({
  method: "GET",
  path: "prize/counter",
  audience: giftReaders,
  input: z.object({}),
  reply: z.object({ count: wireNumber }),
  summary: "How many prizes the participant hasn't seen yet.",
});

export const resetUnseenPrizes = defineCall({
  method: "DELETE",
  path: "prize/counter",
  audience: giftReaders,
  input: z.object({}),
  reply: emptyReply,
  summary: "Mark all prizes as seen.",
});

const characteristic = z.object({
  prize_id: wireId,
  code: z.string(),
  name: wireText,
  values: z.array(z.object({ id: wireId, value: wireText, in_stock: wireFlag })),
});
export type Characteristic = z.output<typeof characteristic>;

export const listCharacteristics = defineCall({
  method: "GET",
  path: "prize/characteristics/list",
  audience: giftReaders,
  input: z.object({ prize_id: wireId.optional() }),
  reply: arrayOf(characteristic),
  summary: "Sizes and other choices of prizes.",
});

const operator = z.object({ id: wireId, name: wireText });
export type MobileOperator = z.output<typeof operator>;

export const listMobileOperators = defineCall({
  method: "GET",
  path: "busines-decissions/mobile/operators/list",
  audience: giftReaders,
  input: z.object({}),
  reply: arrayOf(operator),
  summary: "Mobile operators of phone top-ups.",
});

export const paymentsAgent = defineCall({
  method: "GET",
  path: "payments/agentId",
  audience: giftReaders,
  input: z.object({}),
  reply: z.object({ agentId: wireText }),
  summary: "The payment agent of card payouts.",
});

/** The specification shows no content of a success: whatever comes is one. */
const exchangeReply = z.preprocess(
  (value) => (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}),
  z.object({ id: wireText, status: wireText }),
);

export const exchangePrize = defineCall({
  method: "POST",
  path: "prize/exchange",
  audience: pointHolders,
  idempotencyKey: true,
  input: z.object({
    prize_id: wireId,
    face: z.coerce.number().int().default(ORDER_FACE),
    selected_additional_fields: z.array(z.string().max(200)).max(10).default([]),
    delivery_country: z.string().max(100).default(DELIVERY_COUNTRY),
    delivery_city: z.string().max(200).default(""),
    delivery_street: z.string().max(300).default(""),
    delivery_house: z.string().max(50).default(""),
    delivery_flat: z.string().max(50).default(""),
    cdek_address_full: z.string().max(500).default(""),
    cdek_pvz_code: z.string().max(50).default(""),
    basket_uuid: z.string().min(1).max(100),
  }),
  reply: exchangeReply,
  aliases: [alias.needDocuments, alias.notEnoughPoints, alias.outOfStock, alias.validation],
  summary: "Exchange points for one unit of a prize.",
});
