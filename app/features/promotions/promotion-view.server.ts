import type { Promotion } from "../../../contract/promotions";
import { formatDate, moscowDay } from "../../lib/dates.server";
import { keepUnits } from "../../lib/keep-units";
import { formatNumber, formatPoints } from "../../lib/points";
import { findPictureAddress } from "../../upstream/file-address.server";
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
  /** Such as «+5 баллов за штуку»; empty for a promotion that adds nothing to deals. */
  bonus: string;
}

/** A promotion for its card, with formatted dates (§9.1). */
export function viewPromotion(promotion: Promotion, now = new Date()): PromotionCardView {
  const { id, name, date_start, date_end } = promotion;
  const state = findPromotionState(date_start, date_end, moscowDay(now));
  return {
    id,
    name: keepUnits(name),
    short: keepUnits(promotion.description_short),
    image: findPictureAddress(promotion.image_url),
    state,
    dates: describeDates(state, formatDate(date_start), formatDate(date_end)),
    isJoined: promotion.is_joined,
    acceptsCodes: promotion.accepts_promo_codes,
    bonus: describeBonus(promotion),
  };
}

/** What a promotion adds to deals, for its page. */
export interface PromotionBonusView {
  /** The days whose deals count, such as «с 12.03.26 по 31.03.26»; empty before the participant has joined. */
  countedDays: string;
  /** Points that it may still add. Null: without a limit. */
  left: number | null;
  /** What it has added for the participant. */
  earned: number;
}

/** Null for a promotion that adds nothing to deals, or whose upstream doesn't say so. */
export function viewBonus(promotion: Promotion): PromotionBonusView | null {
  if (describeBonus(promotion) === "") return null;
  const { joined_at, date_start, date_end, budget_left, earned_points } = promotion;
  const from = joined_at && date_start && date_start > joined_at ? date_start : joined_at;
  const end = formatDate(date_end);
  return {
    countedDays: from ? `с\u00a0${formatDate(from)}${end && ` по\u00a0${end}`}` : "",
    left: budget_left === undefined ? null : Math.max(0, budget_left),
    earned: earned_points ?? 0,
  };
}

function describeBonus({ bonus_points, bonus_factor }: Promotion): string {
  if (bonus_points !== undefined && bonus_points > 0) return `+${formatPoints(bonus_points)} за\u00a0штуку`;
  return bonus_factor !== undefined && bonus_factor > 1 ? `баллы\u00a0×\u00a0${formatNumber(bonus_factor)}` : "";
}

function describeDates(state: PromotionState, start: string, end: string): string {
  if (state === "running") return end ? `до\u00a0${end}` : "";
  if (!start) return end && `до\u00a0${end}`;
  return end ? `с\u00a0${start} по\u00a0${end}` : `с\u00a0${start}`;
}
