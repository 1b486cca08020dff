import { cardHolderRule } from "../../../../contract/field-rules";
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
  showcase: { code: "КЛ-03", title: "На карту", price: POINT_RATE, text: "Переведём на карту российского банка." },
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
      rule: cardHolderRule,
      attributes: { autoComplete: "cc-name", autoCapitalize: "characters", spellCheck: false },
    },
  ],
  describeFields: ([number = "", holder]) => `Карта •••• ${number.slice(-4)}, ${holder}`,
};
