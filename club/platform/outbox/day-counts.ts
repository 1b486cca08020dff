import { sql } from "kysely";
import { moscowDate, moscowMoment, nextDay } from "../moscow-date";
import type { Alarm, Db, Services } from "../services";

/**
 * Counts under a name what the club sends in a day of Moscow. In a transaction that is rolled back, nothing is counted.
 * @returns the new count
 */
export async function countOnDay(db: Db, name: string, day: string, added = 1): Promise<number> {
  const row = await db
    .insertInto("rate_limits")
    .values({ key: dayKey(name, day), count: added, window_ends_at: moscowMoment(nextDay(day), "00:00") })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({ count: sql<number>`rate_limits.count + excluded.count` }),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Counts one on the present day. */
export function countToday(db: Db, services: Services, name: string): Promise<number> {
  return countOnDay(db, name, moscowDate(services.now()));
}

/** The counts of a name on each day from a day on; a day without any is missing. */
export async function readDayCounts(db: Db, name: string, from: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("rate_limits")
    .select(["key", "count"])
    .where("key", "like", dayKey(name, "%"))
    .where("key", ">=", dayKey(name, from))
    // Without an end, the index would be read from here on.
    .where("key", "<=", dayKey(name, "9999-12-31"))
    .execute();
  return new Map(rows.map(({ key, count }) => [key.slice(dayKey(name, "").length), count]));
}

/** Tells the operator, by a line in the log and in the metrics. Call it when a count reaches its limit, so once a day. */
export function raiseAlarm(services: Pick<Services, "log" | "countAlarm">, alarm: Alarm, message: string): void {
  services.log.error({ alarm }, message);
  services.countAlarm(alarm);
}

function dayKey(name: string, day: string): string {
  return `${name}:day:${day}`;
}
