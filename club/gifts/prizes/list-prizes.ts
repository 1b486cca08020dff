import { listPrizes } from "../../../contract/prizes";
import { endpoint } from "../../platform/http/endpoint";
import { findPrizeKind } from "./kinds";

/** Prizes, and apart from them the certificates with their retailers (§3.6). */
export const listPrizesEndpoint = endpoint(
  listPrizes,
  async (_input, { services: { db } }) => {
    const prizes = await db
      .selectFrom("prizes")
      .select(["id", "name", "description", "image_url", "handler_system_name", "retailer", "price"])
      .where("is_enabled", "=", true)
      // What has run out comes back when it is in stock again.
      .where((where) => where.or([where("stock", "is", null), where("stock", ">", 0)]))
      .orderBy("position")
      .orderBy("id")
      .execute();
    const isCertificate = (prize: (typeof prizes)[number]) => findPrizeKind(prize.handler_system_name)?.isCertificate;
    return {
      items: prizes.filter((prize) => !isCertificate(prize)).map(({ retailer: _retailer, ...prize }) => prize),
      certificates: prizes
        .filter(isCertificate)
        .map(({ id, retailer, name, image_url, price }) => ({ id, retailer, name, image_url, price })),
    };
  },
  { isShort: true },
);
