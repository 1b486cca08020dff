import * as overviews from "../../../contract/overviews";
import * as prizes from "../../../contract/prizes";
import { byAll, type CallSamples, samplesOf } from "./sample";
import type { Scene } from "./scene";
import { CARD, DELIVERY } from "./scene-gifts";

const orderShirt = ({ prizes: { shirt } }: Scene) => {
  const fields = { selected_additional_fields: ["", "", "L"], basket_uuid: "basket-1", ...DELIVERY };
  return { by: "secondShop", input: { prize_id: shirt, ...fields }, idempotencyKey: "key-1" } as const;
};

/** Gifts, orders and certificates. */
export const giftSamples: readonly CallSamples[] = [
  samplesOf(prizes.listPrizes)({
    "by a shop": () => ({ by: "shop", input: {} }),
    "by a system curator": () => ({ by: "systemCurator", input: {} }),
  }),
  samplesOf(prizes.countUnseenPrizes)(byAll(prizes.countUnseenPrizes, () => ({}))),
  samplesOf(prizes.listCharacteristics)({
    all: () => ({ by: "shop", input: {} }),
    "of a gift with sizes": (scene) => ({ by: "manager", input: { prize_id: scene.prizes.shirt } }),
    "of a gift without sizes": (scene) => ({ by: "systemManager", input: { prize_id: scene.prizes.mug } }),
  }),
  samplesOf(prizes.listMobileOperators)({ "by a shop": () => ({ by: "shop", input: {} }) }),
  samplesOf(prizes.paymentsAgent)({ "by a shop": () => ({ by: "shop", input: {} }) }),
  samplesOf(overviews.readOrder)({
    "a top-up": ({ orders }) => ({ by: "shop", input: { id: orders.phone } }),
    "a payout in work": ({ orders }) => ({ by: "shop", input: { id: orders.card } }),
    "a souvenir on its way": ({ orders }) => ({ by: "shop", input: { id: orders.shirt } }),
    "the other unit of that order": ({ orders }) => ({ by: "shop", input: { id: orders.secondShirt } }),
    "a certificate": ({ orders }) => ({ by: "shop", input: { id: orders.certificate } }),
    "a refused payout": ({ orders }) => ({ by: "manager", input: { id: orders.rejected } }),
    "another's": ({ orders }) => ({ by: "shop", input: { id: orders.otherCertificate } }),
  }),
  samplesOf(overviews.showOrderCode)({
    "the first time": ({ orders }) => ({ by: "shop", input: { id: orders.certificate } }),
    again: ({ orders }) => ({ by: "shop", input: { id: orders.certificate } }),
    "another's": ({ orders }) => ({ by: "shop", input: { id: orders.otherCertificate } }),
    "of a souvenir": ({ orders }) => ({ by: "shop", input: { id: orders.shirt } }),
  }),
  samplesOf(prizes.resetUnseenPrizes)({
    "by a shop": () => ({ by: "shop", input: {} }),
    again: () => ({ by: "shop", input: {} }),
    "by a system manager": () => ({ by: "systemManager", input: {} }),
  }),
  samplesOf(prizes.exchangePrize)({
    "a souvenir of a size": orderShirt,
    "the same again": orderShirt,
    "a payout by a manager": (scene) => ({
      by: "manager",
      input: { prize_id: scene.prizes.card, selected_additional_fields: CARD, basket_uuid: "basket-2" },
    }),
    "a top-up by a curator": async ({ club, prizes: { phone } }) => {
      const operator = await club.db
        .selectFrom("mobile_operators")
        .select("id")
        .orderBy("id", "desc")
        .executeTakeFirst();
      const fields = ["79001234567", String(operator?.id), ""];
      return { by: "curator", input: { prize_id: phone, selected_additional_fields: fields, basket_uuid: "basket-3" } };
    },
    "a certificate, for which there is no code": (scene) => ({
      by: "otherShop",
      input: { prize_id: scene.prizes.certificate, basket_uuid: "basket-4" },
    }),
    "without enough points": (scene) => ({
      by: "newcomer",
      input: { prize_id: scene.prizes.mug, basket_uuid: "basket-5", ...DELIVERY },
    }),
    "a wrong card": (scene) => ({
      by: "shop",
      input: {
        prize_id: scene.prizes.card,
        selected_additional_fields: ["2200000000000005", "IVAN IVANOV", ""],
        basket_uuid: "basket-6",
      },
    }),
    "of a size that is out": (scene) => ({
      by: "shop",
      input: {
        prize_id: scene.prizes.shirt,
        selected_additional_fields: ["", "", "XXL"],
        basket_uuid: "basket-7",
        ...DELIVERY,
      },
    }),
  }),
];
