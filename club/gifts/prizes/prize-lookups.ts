import { listCharacteristics, listMobileOperators, paymentsAgent } from "../../../contract/prizes";
import { endpoint } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";

/** The row of `settings` that names the payment agent of card payouts. */
const AGENT_SETTING = "payments_agent_id";
const DEFAULT_AGENT = "club";

/** The sizes of prizes that have some, each with whether it is in stock. */
export const listCharacteristicsEndpoint = endpoint(listCharacteristics, async ({ prize_id }, { services: { db } }) => {
  const sizes = await db
    .selectFrom("prize_sizes")
    .innerJoin("prizes", "prizes.id", "prize_sizes.prize_id")
    .select(["prize_sizes.id", "prize_sizes.prize_id", "prize_sizes.value", "prize_sizes.stock"])
    .where("prizes.is_enabled", "=", true)
    .$if(prize_id !== undefined, (query) => query.where("prize_sizes.prize_id", "=", parseId(prize_id ?? "") ?? 0))
    .orderBy("prize_sizes.prize_id")
    .orderBy("prize_sizes.position")
    .orderBy("prize_sizes.id")
    .execute();
  const byPrize = new Map<number, typeof sizes>();
  for (const size of sizes) byPrize.set(size.prize_id, [...(byPrize.get(size.prize_id) ?? []), size]);
  return [...byPrize].map(([id, values]) => ({
    prize_id: id,
    code: "size",
    name: "Размер",
    values: values.map(({ id: sizeId, value, stock }) => ({ id: sizeId, value, in_stock: stock > 0 })),
  }));
});

export const listMobileOperatorsEndpoint = endpoint(listMobileOperators, async (_input, { services: { db } }) =>
  db.selectFrom("mobile_operators").select(["id", "name"]).orderBy("id").execute(),
);

export const paymentsAgentEndpoint = endpoint(paymentsAgent, async (_input, { services: { db } }) => {
  const setting = await db.selectFrom("settings").select("value").where("name", "=", AGENT_SETTING).executeTakeFirst();
  return { agentId: setting?.value ?? DEFAULT_AGENT };
});
