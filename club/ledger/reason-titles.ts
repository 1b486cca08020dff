import type { LedgerReason } from "../db/types";

/** Why points came or went, as participants and operators read it. */
export const reasonTitles: Readonly<Record<LedgerReason, string>> = {
  deal: "Продажи",
  return: "Возвраты продаж",
  reversal: "Отозванные продажи",
  debt: "Погашение долгов",
  invite: "Приглашения",
  referral: "Приглашения по ссылке",
  promo_code: "Промокоды",
  promotion: "Акции",
  exchange: "Подарки",
  refund: "Возврат за подарки",
  correction: "Исправления",
  expiry: "Сгоревшие баллы",
};
