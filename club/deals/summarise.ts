import { type SelectQueryBuilder, sql } from "kysely";
import { SUMMARISED_ROWS, summariseDeals, summarisePoints } from "../../contract/overviews";
import type { Database } from "../db/schema";
import { endpoint } from "../http/endpoint";
import type { Db } from "../services";
import { selectOwnDeals } from "./list-deals";

export const summariseDealsEndpoint = endpoint(
  summariseDeals,
  (filters, { services, actor }) =>
    sumByMonth(
      services.db,
      selectOwnDeals(services, actor, filters)
        .select([
          sql<string>`to_char(deals.sell_date, 'YYYY-MM')`.as("month"),
          "deals.sell_count as count",
          actor.role === "manager" ? "deals.manager_points as points" : "deals.member_points as points",
        ])
        .orderBy("deals.sell_date", "desc")
        .orderBy("deals.id", "desc"),
    ),
  { isShort: true },
);

export const summarisePointsEndpoint = endpoint(
  summarisePoints,
  (_input, { services: { db }, actor }) =>
    sumByMonth(
      db,
      db
        .selectFrom("ledger_entries")
        .where("user_id", "=", actor.id)
        .where("amount", ">", 0)
        .select([
          sql<string>`to_char(created_at at time zone 'Europe/Moscow', 'YYYY-MM')`.as("month"),
          sql<number>`1`.as("count"),
          "amount as points",
        ])
        .orderBy("id", "desc"),
    ),
  { isShort: true },
);

interface Row {
  month: string;
  count: number;
  points: number;
}

/**
 * Sums rows by month, the newest month first. One row more than a summary covers is read: it shows that there are more.
 * @param rows newest first
 */
async function sumByMonth<Tables extends keyof Database>(db: Db, rows: SelectQueryBuilder<Database, Tables, Row>) {
  const months = await db
    .selectFrom(rows.limit(SUMMARISED_ROWS + 1).as("newest"))
    .select(({ fn }) => [
      "newest.month",
      fn.sum<number>("newest.count").as("count"),
      fn.sum<number>("newest.points").as("points"),
      fn.countAll<number>().as("rows"),
    ])
    .groupBy("newest.month")
    .orderBy("newest.month", "desc")
    .execute();
  const covered = months.reduce((sum, { rows: added }) => sum + added, 0);
  return {
    is_complete: covered <= SUMMARISED_ROWS,
    months: months.map(({ month, count, points }) => ({ month, count, points })),
  };
}
