import type { Db } from "../../platform/services";

/** Counts the prizes that are newer than the participant's last look at them; all of them before the first look (§4.5). */
export function countUnseen(db: Db, userId: number) {
  return db
    .selectFrom("prizes")
    .innerJoin("users", (join) => join.on("users.id", "=", userId))
    .select((prize) => prize.fn.countAll<number>().as("count"))
    .where("prizes.is_enabled", "=", true)
    .where((where) =>
      where.or([
        where("users.prizes_seen_at", "is", null),
        where("prizes.created_at", ">", where.ref("users.prizes_seen_at")),
      ]),
    );
}
