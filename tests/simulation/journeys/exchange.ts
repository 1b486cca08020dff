import { setTimeout as delay } from "node:timers/promises";
import { login } from "../../../contract/accounts";
import { exchangePrize } from "../../../contract/prizes";
import { DEMO_PASSWORD } from "../../setup/club";
import { makeCall } from "../../setup/club-call";
import { expectEqual } from "../../setup/expect-equal";
import type { World } from "../world";
import { countNewExchanges, findTopUp, MEMBER, type RunJourney } from "./journey";

const PATIENCE_MS = 90_000;
const PAUSE_MS = 150;

/** Calls of the upstream without the portal: each unit is ordered twice at once under its key, until it is answered. */
export const runExchange: RunJourney = async (world, { size }) => {
  const topUp = await findTopUp(world);
  const { result } = await makeCall(fetch, world.callOrigin, login, { login: MEMBER, password: DEMO_PASSWORD });
  const token = result?.access_token ?? "";
  const keys = Array.from({ length: 2 + 2 * size }, (_, unit) => `exchange-${unit}`);
  world.arm();
  const order = async (key: string) => {
    const {
      status,
      refusal,
      result: exchanged,
    } = await makeCall(
      fetch,
      world.callOrigin,
      exchangePrize,
      {
        prize_id: topUp.prizeId,
        selected_additional_fields: ["79001234567", topUp.operatorId],
        basket_uuid: "exchange",
      },
      { token, idempotencyKey: key },
    );
    if (status >= 500) throw new Error(`The exchange failed with ${status}`);
    if (refusal) return `refused: ${refusal.message}`;
    return exchanged?.id ?? "no id";
  };
  const answers = await Promise.all(keys.flatMap((key) => [key, key]).map((key) => insist(world, () => order(key))));
  return async () => [
    ...expectEqual("exchanges", await countNewExchanges(world, topUp), keys.length),
    ...keys.flatMap((key, unit) => expectEqual(`the two replies to ${key}`, answers[2 * unit], answers[2 * unit + 1])),
  ];
};

async function insist<Result>(world: World, attempt: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`No reply: ${error}\n${world.club.output()}`);
      await delay(PAUSE_MS);
    }
  }
}
