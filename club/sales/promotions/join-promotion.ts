import { joinPromotion } from "../../../contract/promotions";
import { alias } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { RefusalError } from "../../platform/http/refusal-error";
import { moscowDate } from "../../platform/moscow-date";
import { requirePromotion } from "./require-promotion";

/**
 * Joins a promotion while it runs. A second call changes nothing.
 * @throws RefusalError notFound, validation before the start or after the end
 */
export const joinPromotionEndpoint = endpoint(joinPromotion, async ({ action_id }, { services, actor }) => {
  const { db, now } = services;
  const promotion = await requirePromotion(db, action_id);
  const today = moscowDate(now());
  if (promotion.date_start && promotion.date_start > today) {
    throw new RefusalError(alias.validation, "Акция ещё не началась.", "action_id");
  }
  if (promotion.date_end && promotion.date_end < today) {
    throw new RefusalError(alias.validation, "Акция уже закончилась.", "action_id");
  }
  await db
    .insertInto("promotion_participants")
    .values({ promotion_id: promotion.id, user_id: actor.id, joined_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return {};
});
