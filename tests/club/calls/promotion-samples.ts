import * as promotions from "../../../contract/promotions";
import { byAll, type CallSamples, samplesOf } from "./sample";

const PAGES = { is_enabled: 1, per_page: 1 };

/** Promotions and promo codes. */
export const promotionSamples: readonly CallSamples[] = [
  samplesOf(promotions.listPromotions)({
    all: () => ({ input: {} }),
    "the first page": () => ({ input: { ...PAGES, page: 1 } }),
    "the second page": () => ({ input: { ...PAGES, page: 2 } }),
    "disabled ones": () => ({ input: { is_enabled: 0 } }),
    one: (scene) => ({ input: { id: String(scene.promotions.bonus) } }),
    "one that is disabled": (scene) => ({ input: { id: String(scene.promotions.disabled) } }),
    "one that has ended": (scene) => ({ input: { id: String(scene.promotions.ended) } }),
  }),
  samplesOf(promotions.listOwnPromotions)({
    ...byAll(promotions.listOwnPromotions, () => ({})),
    "the second page": () => ({ by: "shop", input: { ...PAGES, page: 2 } }),
    "one, which is seen then": (scene) => ({ by: "shop", input: { id: String(scene.promotions.codes) } }),
    "that one again": (scene) => ({ by: "shop", input: { id: String(scene.promotions.codes) } }),
    "one that is disabled": (scene) => ({ by: "shop", input: { id: String(scene.promotions.disabled) } }),
  }),
  samplesOf(promotions.downloadArticles)({
    "of a promotion": (scene) => ({ input: { id: String(scene.promotions.bonus) } }),
    "of one without articles": (scene) => ({ input: { id: String(scene.promotions.codes) } }),
    "of one that is disabled": (scene) => ({ input: { id: String(scene.promotions.disabled) } }),
  }),
  samplesOf(promotions.joinPromotion)({
    "by a shop": (scene) => ({ by: "secondShop", input: { action_id: String(scene.promotions.bonus) } }),
    again: (scene) => ({ by: "secondShop", input: { action_id: String(scene.promotions.bonus) } }),
    "by a system curator": (scene) => ({ by: "systemCurator", input: { action_id: String(scene.promotions.bonus) } }),
    "one that has ended": (scene) => ({ by: "shop", input: { action_id: String(scene.promotions.ended) } }),
    "one that is disabled": (scene) => ({ by: "shop", input: { action_id: String(scene.promotions.disabled) } }),
  }),
  samplesOf(promotions.enterPromoCode)({
    "a new one": () => ({ by: "shop", input: { promo_code: " spring-1 " } }),
    "the same again": () => ({ by: "shop", input: { promo_code: "SPRING1" } }),
    "another's": () => ({ by: "shop", input: { promo_code: "SPRING3" } }),
    "of a promotion that has ended": () => ({ by: "shop", input: { promo_code: "ENDED1" } }),
    "of a promotion to come": () => ({ by: "shop", input: { promo_code: "COMING1" } }),
    "of nobody": () => ({ by: "shop", input: { promo_code: "WINTER1" } }),
  }),
];
