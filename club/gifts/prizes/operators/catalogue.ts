import type { OperatorPart } from "../../../platform/acts/view";
import { addPrize } from "./add-prize";
import { changePrize, setPrizeStock } from "./change-prize";
import { prizes } from "./list-prizes";
import { addMobileOperator, mobileOperators, removeMobileOperator } from "./mobile-operators";
import { prizeCard } from "./prize-card";
import { disablePrize, enablePrize } from "./switch-prize";

/** What operators do with the catalogue of prizes. */
export const prizeCataloguePart: OperatorPart = {
  acts: [addPrize, changePrize, setPrizeStock, enablePrize, disablePrize, addMobileOperator, removeMobileOperator],
  lists: [prizes, mobileOperators],
  cards: [prizeCard],
};
