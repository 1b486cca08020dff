import type { Role } from "../../contract/values";
import type { LedgerReason } from "../platform/db/types";

/** Why points came or went, as operators and those who sell read it. */
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

/** The same for those who buy. */
const titlesOfMembers: Readonly<Record<LedgerReason, string>> = {
  ...reasonTitles,
  deal: "Покупки",
  return: "Возвраты покупок",
  reversal: "Отозванные покупки",
};

/** Why the points of a participant came or went, in the words of the role. */
export function reasonTitleFor(role: Role, reason: LedgerReason): string {
  return (role === "member" ? titlesOfMembers : reasonTitles)[reason];
}
