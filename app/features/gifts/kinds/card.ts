import { CARD_HOLDER_MAX_LENGTH, CARD_HOLDER_MESSAGE, CARD_HOLDER_PATTERN } from "../../../../contract/values";
import { POINT_RATE } from "../../../lib/points";
import { CardDrawing } from "../../../ui/lazy/blueprint/card";
import type { GiftKind } from "./gift-kind";

export const card: GiftKind = {
  label: "Выплата на карту",
  tagName: "Выплата на карту",
  group: {
    name: "Выплата на банковскую карту",
    description: `На карту российского банка: ${POINT_RATE}.`,
    choiceLabel: "Номинал",
  },
  Drawing: CardDrawing,
  isDelivered: false,
  isPaidByAgent: true,
  fields: [
    { name: "recipient", type: "card-number", label: "Номер карты", isSecret: true },
    {
      name: "operator",
      type: "text",
      label: "Имя владельца",
      hint: "Как на карте.",
      maxLength: CARD_HOLDER_MAX_LENGTH,
      pattern: CARD_HOLDER_PATTERN,
      message: CARD_HOLDER_MESSAGE,
      attributes: { autoComplete: "cc-name", autoCapitalize: "characters", spellCheck: false },
    },
  ],
  describeFields: ([number = "", holder]) => `Карта •••• ${number.slice(-4)}, ${holder}`,
};
