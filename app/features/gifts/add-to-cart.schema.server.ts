import { z } from "zod";
import { cardHolderField, cardNumberField, phoneField, requiredText } from "../../../contract/fields";
import type { PrizeHandler } from "../../../contract/values";
import { LINE_MAX_COUNT } from "../../lib/cart-limits";
import type { GiftGroup } from "./gift-view";

const nothing = z
  .string()
  .optional()
  .transform(() => "");

/** Recipient and second field by handler: the phone and its operator, the card and its holder. */
const recipients: Record<PrizeHandler, { recipient: z.ZodTypeAny; operator: z.ZodTypeAny }> = {
  phone: { recipient: phoneField, operator: requiredText("Выберите оператора.", 100) },
  card: { recipient: cardNumberField, operator: cardHolderField },
  giftery: { recipient: nothing, operator: nothing },
  souvenir: { recipient: nothing, operator: nothing },
};

/**
 * What adding a gift of a group asks for. The result bears `selected_additional_fields` in the order of
 * the wire: recipient, operator or holder, size (§3.7).
 */
export function addToCartSchema(group: GiftGroup) {
  const chosen = z
    .string({ required_error: "Выберите номинал." })
    .refine((id) => group.gifts.some((gift) => gift.id === id), "Выберите номинал.");
  return z
    .object({
      prize_id: chosen,
      cartCount: z.coerce
        .number({ invalid_type_error: "Укажите количество." })
        .int("Количество — целое число.")
        .min(1, "Не меньше одной штуки.")
        .max(LINE_MAX_COUNT, `Не больше ${LINE_MAX_COUNT} штук.`)
        .default(1),
      recipient: recipients[group.handler].recipient,
      operator: recipients[group.handler].operator,
      size: z
        .string()
        .optional()
        .transform((size) => size?.trim() ?? ""),
    })
    .superRefine(({ prize_id, size }, context) => {
      const sizes = group.gifts.find((gift) => gift.id === prize_id)?.sizes ?? [];
      const problem = sizes.length > 0 ? problemOfSize(sizes, size) : undefined;
      if (problem) context.addIssue({ code: "custom", path: ["size"], message: problem });
    })
    .transform(({ prize_id, cartCount, recipient, operator, size }) => ({
      prize_id,
      cartCount,
      selected_additional_fields: [String(recipient), String(operator), size],
    }));
}

function problemOfSize(sizes: GiftGroup["gifts"][number]["sizes"], wanted: string): string | undefined {
  const size = sizes.find(({ value }) => value === wanted);
  if (!size) return "Выберите размер.";
  return size.inStock ? undefined : `Размер ${size.value} закончился. Выберите другой.`;
}
