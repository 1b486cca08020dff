import type { PrizeHandler } from "../prizes/kinds";

/** The kinds of gifts as operators read them. */
export const kindNames: Record<PrizeHandler, string> = {
  phone: "Пополнение телефона",
  card: "Выплата на карту",
  giftery: "Сертификат",
  souvenir: "Сувенир",
};
