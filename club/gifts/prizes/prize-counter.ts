import { countUnseenPrizes, resetUnseenPrizes } from "../../../contract/prizes";
import { endpoint } from "../../platform/http/endpoint";
import { countUnseen } from "./count-unseen";

export const countUnseenPrizesEndpoint = endpoint(countUnseenPrizes, (_input, { services: { db }, actor }) =>
  countUnseen(db, actor.id).executeTakeFirstOrThrow(),
);

export const resetUnseenPrizesEndpoint = endpoint(resetUnseenPrizes, async (_input, { services, actor }) => {
  await services.db.updateTable("users").set({ prizes_seen_at: services.now() }).where("id", "=", actor.id).execute();
  return {};
});
