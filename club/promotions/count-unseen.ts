import { sql } from "kysely";
import { moscowDate } from "../moscow-date";
import type { Services } from "../services";

/** Counts the running and coming promotions that the participant hasn't opened (§4.5). */
export function countUnseen(services: Services, userId: number) {
  return services.db
    .selectFrom("promotions")
    .select((promotion) => promotion.fn.countAll<number>().as("count"))
    .where("is_enabled", "=", true)
    .where(isRunningOn(services))
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

/** The promotions that aren't over today. */
export function isRunningOn({ now }: Services) {
  return sql<boolean>`coalesce(promotions.date_end >= ${moscowDate(now())}::date, true)`;
}
