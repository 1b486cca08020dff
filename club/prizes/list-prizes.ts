import { listPrizes } from "../../contract/prizes";
import { endpoint } from "../http/endpoint";

/** Prizes, and apart from them the certificates: prizes of the handler giftery, told apart by retailer (§3.6). */
export const listPrizesEndpoint = endpoint(listPrizes, async (_input, { services: { db } }) => {
  const prizes = await db
    .selectFrom("prizes")
    .select(["id", "name", "description", "image_url", "handler_system_name", "retailer", "price"])
    .where("is_enabled", "=", true)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return {
    items: prizes
      .filter((prize) => prize.handler_system_name !== "giftery")
      .map(({ retailer: _retailer, ...prize }) => prize),
    certificates: prizes
      .filter((prize) => prize.handler_system_name === "giftery")
      .map(({ id, retailer, name, image_url, price }) => ({ id, retailer, name, image_url, price })),
  };
});
