import { sql } from "kysely";
import { ROUBLES_PER_POINT } from "../../contract/values";
import { moscowDate } from "../moscow-date";
import type { Db, Services } from "../services";

/** What a participant's prizes of this calendar year cost in roubles, without rejected and cancelled orders (§8.5). */
export async function readYearTotal(db: Db, services: Services, userId: number): Promise<number> {
  const year = moscowDate(services.now()).slice(0, 4);
  const { points } = await db
    .selectFrom("exchanges")
    .select(sql<number>`coalesce(sum(price), 0)`.as("points"))
    .where("user_id", "=", userId)
    .where("status", "not in", ["rejected", "cancelled"])
    .where("created_at", ">=", new Date(`${year}-01-01T00:00:00+03:00`))
    .executeTakeFirstOrThrow();
  return points * ROUBLES_PER_POINT;
}
