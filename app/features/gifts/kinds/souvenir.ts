import { BoxDrawing } from "../../../ui/lazy/blueprint/box";
import type { GiftKind } from "./gift-kind";

export const souvenir: GiftKind = {
  label: "Сувениры",
  tagName: "Сувенир",
  group: null,
  showcase: {
    code: "КЛ-04",
    title: "Сувениры",
    price: "С гайкой на боку",
    text: "Фирменные кружки, футболки, инструмент — с доставкой.",
  },
  Drawing: BoxDrawing,
  isDelivered: true,
  fields: [],
  describeFields: ([, , size]) => (size ? `Размер ${size}` : ""),
};
