import type { OperatorPart } from "../../acts/view";
import { addPromoCodes } from "./add-promo-codes";
import { addPromotion } from "./add-promotion";
import { changePromotion, disablePromotion, enablePromotion, setPromotionArticles } from "./change-promotion";
import { promotions } from "./list-promotions";
import { promotionCard } from "./promotion-card";

/** What operators do with promotions. */
export const promotionsPart: OperatorPart = {
  acts: [addPromotion, changePromotion, setPromotionArticles, addPromoCodes, enablePromotion, disablePromotion],
  lists: [promotions],
  cards: [promotionCard],
};
