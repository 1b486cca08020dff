import type { OperatorPart } from "../../../platform/acts/view";
import { addPromoCodes } from "./add-promo-codes";
import { addPromotion } from "./add-promotion";
import { changePromotion, disablePromotion, enablePromotion, setPromotionArticles } from "./change-promotion";
import { creditPromotion } from "./credit-promotion";
import { promotionCosts } from "./list-promotion-costs";
import { promotions } from "./list-promotions";
import { promotionCard } from "./promotion-card";
import { setPromotionBonus } from "./set-promotion-bonus";

/** What operators do with promotions. */
export const promotionsPart: OperatorPart = {
  acts: [
    addPromotion,
    changePromotion,
    setPromotionArticles,
    setPromotionBonus,
    creditPromotion,
    addPromoCodes,
    enablePromotion,
    disablePromotion,
  ],
  lists: [promotions, promotionCosts],
  cards: [promotionCard],
};
