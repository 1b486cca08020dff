import { enterPromoCode } from "../../../contract/promotions";

export const promoCodeSchema = enterPromoCode.input;
