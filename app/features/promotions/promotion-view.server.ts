import type { Promotion } from "../../../contract/promotions";
import { formatDate } from "../../lib/dates.server";
import { findFileAddress } from "../../upstream/file-address.server";
import { findPromotionState, type PromotionState } from "./promotion-dates";

/** A promotion as a list shows it. */
export interface PromotionCardView {
  id: string;
  name: string;
  short: string;
  image: string;
  state: PromotionState;
  /** Such as «до 17.12.25» or «с 02.12.25 по 03.02.26»; empty without dates. */
  dates: string;
  isJoined: boolean;
  acceptsCodes: boolean;
}

/** A promotion for its card, with formatted dates (§9.1). */
export function viewPromotion(promotion: Promotion, now = new Date()): PromotionCardView {
  const { id, name, date_start, date_end } = promotion;
  const state = findPromotionState(date_start, date_end, moscowDay.format(now));
  return {
    id,
    name,
    short: promotion.description_short,
    image: findFileAddress(promotion.image_url),
    state,
    dates: describeDates(state, formatDate(date_start), formatDate(date_end)),
    isJoined: promotion.is_joined,
    acceptsCodes: promotion.accepts_promo_codes,
  };
}

function describeDates(state: PromotionState, start: string, end: string): string {
  if (state === "running") return end ? `до\u00a0${end}` : "";
  if (!start) return end && `до\u00a0${end}`;
  return end ? `с\u00a0${start} по\u00a0${end}` : `с\u00a0${start}`;
}

/** Writes a day as ISO does. */
const moscowDay = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Moscow" });
