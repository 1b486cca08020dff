import { countUnseenPrizes, resetUnseenPrizes } from "../../contract/prizes";
import { endpoint } from "../http/endpoint";

/** Counts the prizes that are newer than the participant's last look at them; all of them before the first look (§4.5). */
export const countUnseenPrizesEndpoint = endpoint(countUnseenPrizes, async (_input, { services: { db }, actor }) => {
  const { count } = await db
    .selectFrom("prizes")
    .innerJoin("users", (join) => join.on("users.id", "=", actor.id))
    .select((prize) => prize.fn.countAll<number>().as("count"))
    .where("prizes.is_enabled", "=", true)
    .where((where) =>
      where.or([
        where("users.prizes_seen_at", "is", null),
        where("prizes.created_at", ">", where.ref("users.prizes_seen_at")),
      ]),
    )
    .executeTakeFirstOrThrow();
  return { count };
});

export const resetUnseenPrizesEndpoint = endpoint(resetUnseenPrizes, async (_input, { services, actor }) => {
  await services.db.updateTable("users").set({ prizes_seen_at: services.now() }).where("id", "=", actor.id).execute();
  return {};
});
