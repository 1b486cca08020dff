import { z } from "zod";
import { defineCall } from "./call";
import { promoCodeRules } from "./field-rules";
import { pageQuery, requiredText } from "./fields";
import { plainId, wireId } from "./ids";
import {
  emptyReply,
  extensionField,
  flagOr,
  listOf,
  objectOf,
  optionalKeptId,
  optionalNumber,
  rowOf,
  type WirePage,
  wireDate,
  wireFlag,
  wireText,
} from "./reply-fields";
import { alias, participants, participantsOf } from "./values";

const promotion = rowOf({
  id: optionalKeptId,
  name: wireText,
  description_short: wireText,
  description: wireText,
  image_url: wireText,
  date_start: wireDate,
  date_end: wireDate,
  is_joined: wireFlag,
  has_articles: flagOr(true),
  accepts_promo_codes: wireFlag,
  count_un_clicked: optionalNumber.transform((count) => count ?? 0),
  /** What the promotion adds to deals of those who have joined: points for each piece, or the deal's points times a factor. */
  bonus_points: extensionField(optionalNumber),
  bonus_factor: extensionField(optionalNumber),
  /** Points that it may still add; missing when there is no limit. */
  budget_left: extensionField(optionalNumber),
  /** The day of joining, from which deals count. */
  joined_at: extensionField(wireDate),
  /** What it has added for the participant. */
  earned_points: extensionField(optionalNumber),
});
export type Promotion = z.output<typeof promotion>;

/** Highest id first, as `sort` asks for it; an upstream may ignore that. Ids that aren't numbers have no such order. */
function sortByIdDescending(page: WirePage<Promotion>): WirePage<Promotion> {
  const numbered = page.items.flatMap((item) => {
    const id = plainId(item.id);
    return /^\d+$/.test(id) ? [{ item, id: BigInt(id) }] : [];
  });
  if (numbered.length < page.items.length) return page;
  const items = numbered.sort((a, b) => (a.id === b.id ? 0 : a.id < b.id ? 1 : -1)).map(({ item }) => item);
  return { ...page, items };
}

const promotionPage = listOf(promotion).transform(sortByIdDescending);

const filters = z.object({
  ...pageQuery,
  is_enabled: z.coerce.number().int().default(1),
  sort: z.string().default("-id"),
  id: wireId.optional(),
});

export const listPromotions = defineCall({
  method: "GET",
  path: "actions/list/filter",
  audience: "client",
  input: filters,
  reply: promotionPage,
  summary: "Promotions for guests; with id, one of them.",
});

export const listOwnPromotions = defineCall({
  method: "GET",
  path: "user/actions/list/filter",
  audience: participants,
  input: filters,
  reply: promotionPage,
  summary:
    "Promotions for the current participant, with the count of unseen ones; with id, one of them, which counts as seen.",
});

export const downloadArticles = defineCall({
  method: "GET",
  path: "actions/{id}/download/articles",
  audience: "client",
  input: z.object({ id: wireId }),
  reply: "file",
  aliases: [alias.notFound],
  summary: "Articles that take part in a promotion, as CSV.",
});

export const joinPromotion = defineCall({
  method: "POST",
  path: "user/actions/participants/join",
  audience: participantsOf("curator", "manager", "member"),
  input: z.object({ action_id: wireId }),
  reply: emptyReply,
  aliases: [alias.notFound],
  summary: "Take part in a promotion.",
});

export const enterPromoCode = defineCall({
  method: "POST",
  path: "user/actions/promo-codes",
  audience: ["member"],
  input: z.object({ promo_code: requiredText("Введите промокод.", promoCodeRules.promo_code) }),
  reply: objectOf({ points: optionalNumber, action_name: wireText }),
  aliases: [alias.validation, alias.tooOften],
  summary: "Enter a promo code and get its points.",
});
