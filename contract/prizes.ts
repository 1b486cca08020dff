import { z } from "zod";
import { defineCall } from "./call";
import { characteristics } from "./characteristics";
import { plainId, wireId } from "./ids";
import {
  arrayOf,
  emptyReply,
  isRecord,
  isWithoutContent,
  keptId,
  listWithin,
  objectOf,
  optionalId,
  optionalNumber,
  prepare,
  requiredNumber,
  rowOf,
  unwrapObject,
  wireText,
  wordOf,
} from "./reply-fields";
import { alias, DELIVERY_COUNTRY, ORDER_FACE, participantsOf, pointHolders, withdrawalStatuses } from "./values";

const prize = rowOf({
  id: keptId,
  name: wireText,
  description: wireText,
  image_url: wireText,
  handler_system_name: wireText,
  price: requiredNumber,
});
export type Prize = z.output<typeof prize>;

const certificate = rowOf({
  id: keptId,
  retailer: wireText,
  name: wireText,
  image_url: wireText,
  price: requiredNumber,
});
export type Certificate = z.output<typeof certificate>;

/**
 * The ids, without their marks, that different gifts have, as where certificates are counted anew: an order names nothing but the id.
 * A gift that is listed twice is one gift.
 */
export function findAmbiguousIds(gifts: readonly Pick<Prize | Certificate, "id" | "name" | "price">[]) {
  const first = new Map(gifts.map((gift) => [plainId(gift.id), gift]));
  const isOther = ({ id, name, price }: (typeof gifts)[number]) => {
    const same = first.get(plainId(id));
    return same?.name !== name || same.price !== price;
  };
  return new Set(gifts.filter(isOther).map(({ id }) => plainId(id)));
}

/** The participants who have the gifts page, including system participants (§2.1.1, §2.2.5). */
const giftReaders = participantsOf("curator", "manager", "member");

/** Without certificates, the prizes may come as any list does. */
function splitPrizes(sent: unknown): unknown {
  const value = unwrapObject(sent, ["items", "certificates"]);
  if (isWithoutContent(value)) return {};
  if (!isRecord(value)) return Array.isArray(value) ? { items: value } : value;
  if ("items" in value) return value;
  // The prizes may stand under another name beside the certificates.
  const { certificates, ...others } = value;
  const lists = Object.values(others).filter(Array.isArray);
  return { items: lists.length === 1 ? lists[0] : others, certificates };
}

export const listPrizes = defineCall({
  method: "GET",
  path: "prize/list",
  audience: giftReaders,
  input: z.object({}),
  reply: prepare(z.object({ items: listWithin(prize), certificates: listWithin(certificate) }), splitPrizes),
  summary: "Prizes, and certificates of the named retailers.",
});

export const countUnseenPrizes = defineCall({
  method: "GET",
  path: "prize/counter",
  audience: giftReaders,
  input: z.object({}),
  reply: objectOf({ count: optionalNumber.transform((count) => count ?? 0) }, { scalar: "count" }),
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

export const listCharacteristics = defineCall({
  method: "GET",
  path: "prize/characteristics/list",
  audience: giftReaders,
  input: z.object({ prize_id: wireId.optional() }),
  reply: characteristics,
  summary: "Sizes and other choices of prizes.",
});

/** An operator without an id is named by its name. */
const operator = rowOf({ id: optionalId, name: wireText }, { scalar: "name" }).transform(({ id, name }) => ({
  id: id || name,
  name: name || id,
}));
export type MobileOperator = z.output<typeof operator>;

export const listMobileOperators = defineCall({
  method: "GET",
  path: "busines-decissions/mobile/operators/list",
  audience: giftReaders,
  input: z.object({}),
  reply: arrayOf(operator, { keyed: { key: "id", scalar: "name" } }),
  summary: "Mobile operators of phone top-ups.",
});

export const paymentsAgent = defineCall({
  method: "GET",
  path: "payments/agentId",
  audience: giftReaders,
  input: z.object({}),
  reply: objectOf({ agentId: wireText }, { scalar: "agentId" }),
  summary: "The payment agent of card payouts.",
});

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
  reply: objectOf({ id: optionalId, status: wordOf(withdrawalStatuses) }),
  aliases: [
    alias.collision,
    alias.needDocuments,
    alias.notEnoughPoints,
    alias.outOfStock,
    alias.passwordNeeded,
    alias.validation,
  ],
  summary: "Exchange points for one unit of a prize.",
});
