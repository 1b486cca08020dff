import { formatPhone } from "../../../lib/phone";
import { POINT_RATE } from "../../../lib/points";
import { PhoneDrawing } from "../../../ui/lazy/blueprint/phone";
import type { GiftKind } from "./gift-kind";

export const phone: GiftKind = {
  label: "Пополнение телефона",
  tagName: "Пополнение телефона",
  group: {
    name: "Пополнение телефона",
    description: `Баланс любого мобильного номера: ${POINT_RATE}.`,
    choiceLabel: "Номинал",
  },
  showcase: { code: "КЛ-01", title: "На телефон", price: POINT_RATE, text: "Пополним счёт у любого оператора." },
  Drawing: PhoneDrawing,
  isDelivered: false,
  fields: [
    {
      name: "recipient",
      type: "phone",
      label: "Номер телефона",
      hint: "Вписан ваш номер. Чтобы пополнить другой, замените его.",
    },
    { name: "operator", type: "mobile-operator", label: "Оператор" },
  ],
  describeFields: ([digits = ""]) => `Номер ${formatPhone(digits)}`,
};
