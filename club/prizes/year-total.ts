import { sql } from "kysely";
import { moscowDate } from "../moscow-date";
import type { Db, Services } from "../services";

/** The points that a participant spent on prizes in this calendar year, without rejected and cancelled orders (§8.5). */
export async function readYearTotal(db: Db, services: Services, userId: number): Promise<number> {
  const year = moscowDate(services.now()).slice(0, 4);
  const { taken } = await db
    .selectFrom("exchanges")
    .select(sql<number>`coalesce(sum(price), 0)`.as("taken"))
    .where("user_id", "=", userId)
    .where("status", "not in", ["rejected", "cancelled"])
    .where("created_at", ">=", new Date(`${year}-01-01T00:00:00+03:00`))
    .executeTakeFirstOrThrow();
  return taken;
}
