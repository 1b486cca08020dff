import type { Endpoint } from "../http/endpoint";
import { downloadArticlesEndpoint } from "./download-articles";
import { enterPromoCodeEndpoint } from "./enter-promo-code";
import { joinPromotionEndpoint } from "./join-promotion";
import { listOwnPromotionsEndpoint, listPromotionsEndpoint } from "./list-promotions";

export const endpoints: readonly Endpoint[] = [
  listPromotionsEndpoint,
  listOwnPromotionsEndpoint,
  downloadArticlesEndpoint,
  joinPromotionEndpoint,
  enterPromoCodeEndpoint,
];
