import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as downloadArticles from "./download-articles";
import * as enterPromoCode from "./enter-promo-code";
import * as joinPromotion from "./join-promotion";
import * as listPromotions from "./list-promotions";

export const endpoints: readonly Endpoint[] = listEndpoints([
  downloadArticles,
  enterPromoCode,
  joinPromotion,
  listPromotions,
]);
