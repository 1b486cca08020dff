import { BoxDrawing } from "../../../ui/lazy/blueprint/box";
import type { GiftKind } from "./gift-kind";

export const souvenir: GiftKind = {
  label: "Сувениры",
  tagName: "Сувенир",
  group: null,
  Drawing: BoxDrawing,
  isDelivered: true,
  fields: [],
  describeFields: ([, , size]) => (size ? `Размер ${size}` : ""),
};
