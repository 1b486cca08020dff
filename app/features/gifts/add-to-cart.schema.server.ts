import { z } from "zod";
import { cardNumberField, patternText, phoneField, requiredText } from "../../../contract/fields";
import { choiceMessages, fieldMessages } from "../../../contract/values";
import { LINE_MAX_COUNT } from "../../lib/cart-limits";
import type { GiftGroup, SizeView } from "./gift-view";
import { findKind } from "./kinds";
import type { OrderField } from "./kinds/gift-kind";

const DENOMINATION_MISSING = "Выберите номинал.";

/** The form that adds a gift of a group to the cart. Its value holds `selected_additional_fields` as the wire has them (§3.7). */
export function addToCartSchema(group: GiftGroup) {
  const kind = findKind(group.handler);
  const fieldSchema = (name: OrderField["name"]) => orderFieldSchema(kind.fields.find((field) => field.name === name));
  const chosen = z
    .string({ required_error: DENOMINATION_MISSING })
    .refine((id) => group.gifts.some((gift) => gift.id === id), DENOMINATION_MISSING);
  return z
    .object({
      prize_id: chosen,
      cartCount: z.coerce
        .number({ invalid_type_error: "Укажите количество." })
        .int(fieldMessages.count)
        .min(1, "Не меньше одной штуки.")
        .max(LINE_MAX_COUNT, `Не больше ${LINE_MAX_COUNT}\u00a0штук.`)
        .default(1),
      recipient: fieldSchema("recipient"),
      operator: fieldSchema("operator"),
      size: z
        .string()
        .optional()
        // As it came with the sizes, and so with blanks around it.
        .transform((size) => size ?? ""),
    })
    .superRefine(({ prize_id, size }, context) => {
      const sizes = group.gifts.find((gift) => gift.id === prize_id)?.sizes ?? [];
      const problem = sizes.length > 0 ? findSizeProblem(sizes, size) : undefined;
      if (problem) context.addIssue({ code: "custom", path: ["size"], message: problem });
    })
    .transform(({ prize_id, cartCount, recipient, operator, size }) => ({
      prize_id,
      cartCount,
      selected_additional_fields: [recipient, operator, size],
    }));
}

type TextSchema = z.ZodType<string, z.ZodTypeDef, unknown>;

const ignored: TextSchema = z.unknown().transform(() => "");

/** The rule of a field. What the kind doesn't ask for is read as an empty text, whatever was sent. */
function orderFieldSchema(field: OrderField | undefined): TextSchema {
  switch (field?.type) {
    case "phone":
      return phoneField;
    case "card-number":
      return cardNumberField;
    case "mobile-operator":
      return requiredText(choiceMessages.mobileOperator, { required: true, maxLength: 100 });
    case "text":
      return patternText(field.rule.title, field.rule);
    case undefined:
      return ignored;
  }
}

function findSizeProblem(sizes: readonly SizeView[], wanted: string): string | undefined {
  const size = sizes.find(({ value }) => value === wanted);
  if (!size) return choiceMessages.size;
  return size.inStock ? undefined : `Размер ${size.value} закончился. Выберите другой.`;
}
