import { z } from "zod";
import { phoneField, requiredText } from "../../../contract/fields";
import type { PrizeHandler } from "../../../contract/values";
import { LINE_MAX_COUNT } from "../../lib/cart-limits";
import type { GiftGroup } from "./gift-view";

const CARD_DIGITS = 16;

const cardField = z
  .string({ required_error: "Укажите номер карты." })
  .transform((typed) => typed.replace(/[\s\u00a0-]/g, ""))
  .pipe(
    z
      .string()
      .min(1, "Укажите номер карты.")
      .regex(/^\d+$/, "Номер карты состоит только из цифр.")
      .length(CARD_DIGITS, `Номер карты состоит из ${CARD_DIGITS} цифр.`)
      .refine(luhnHolds, "Проверьте номер карты: в нём ошибка."),
  );

const holderField = requiredText("Укажите имя владельца, как на карте.", 60).pipe(
  z.string().regex(/^\p{L}[\p{L} .'’-]*$/u, "Укажите имя владельца, как на карте."),
);

const nothing = z
  .string()
  .optional()
  .transform(() => "");

/** Recipient and second field by handler: the phone and its operator, the card and its holder. */
const recipients: Record<PrizeHandler, { recipient: z.ZodTypeAny; operator: z.ZodTypeAny }> = {
  phone: { recipient: phoneField, operator: requiredText("Выберите оператора.", 100) },
  card: { recipient: cardField, operator: holderField },
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

/** The check digit of a bank card (§5.2). All zeros pass it and are no card. */
export function luhnHolds(card: string): boolean {
  const sum = [...card].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0 && sum > 0;
}
