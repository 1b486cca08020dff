import { sql } from "kysely";
import type { Db } from "../../platform/services";

/** Counts the promotions that run today or later and that the participant hasn't opened (§4.5). */
export function countUnseen(db: Db, userId: number, today: string) {
  return db
    .selectFrom("promotions")
    .select((promotion) => promotion.fn.countAll<number>().as("count"))
    .where("is_enabled", "=", true)
    .where(isRunningOn(today))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("promotion_views as view")
            .select("view.user_id")
            .whereRef("view.promotion_id", "=", "promotions.id")
            .where("view.user_id", "=", userId),
        ),
      ),
    );
}

/** The promotions that aren't over on a day. */
export function isRunningOn(day: string) {
  return sql<boolean>`coalesce(promotions.date_end >= ${day}::date, true)`;
}
