import { enterPromoCode } from "../../../contract/promotions";
import { endpoint } from "../../platform/http/endpoint";
import { resetRate } from "../../platform/http/limits";
import { redeemPromoCode } from "./promo-code";

/** Limit of wrong codes for one person, so that codes can't be guessed; a right code resets it. */
const TRIES = { name: "promo-code:user", max: 10, seconds: 15 * 60, message: "Слишком много попыток ввести промокод." };

export const enterPromoCodeEndpoint = endpoint(
  enterPromoCode,
  async ({ promo_code }, { services, actor }) => {
    const redeemed = await services.db
      .transaction()
      .execute((trx) => redeemPromoCode(trx, services, { userId: actor.id, code: promo_code }));
    await resetRate(services.db, `${TRIES.name}:${actor.id}`);
    return { points: redeemed.points, action_name: redeemed.actionName };
  },
  { rateLimits: [{ ...TRIES, by: (_input, { actor }) => String(actor.id) }] },
);
