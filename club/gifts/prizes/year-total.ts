import { sql } from "kysely";
import { moscowDate } from "../../platform/moscow-date";
import type { Db, Services } from "../../platform/services";

/** What a participant's prizes of this calendar year cost in points, without rejected and cancelled orders (§8.5). */
export function selectYearTotal(db: Db, services: Services, userId: number) {
  return db
    .selectFrom("exchanges")
    .select(sql<number>`coalesce(sum(price), 0)`.as("points"))
    .where("user_id", "=", userId)
    .where("status", "not in", ["rejected", "cancelled"])
    .where("created_at", ">=", startOfYear(services.now()));
}

/** The moment at which the calendar year began in Moscow. */
export function startOfYear(now: Date): Date {
  return new Date(`${moscowDate(now).slice(0, 4)}-01-01T00:00:00+03:00`);
}
