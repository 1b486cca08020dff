import { type SelectQueryBuilder, sql } from "kysely";
import { SUMMARISED_ROWS, summariseDeals, summarisePoints } from "../../../contract/overviews";
import { compileOnce } from "../../platform/db/compile-once";
import type { Database } from "../../platform/db/schema";
import { endpoint } from "../../platform/http/endpoint";
import type { Db } from "../../platform/services";
import { ownDeals, selectOwnDeals, sideOf } from "./list-deals";

const sumDealsOf = (side: ReturnType<typeof sideOf>) =>
  compileOnce((db, own: ReturnType<typeof ownDeals>) =>
    sumByMonth(
      db,
      selectOwnDeals(db, side, own)
        .select([
          sql<string>`to_char(deals.sell_date, 'YYYY-MM')`.as("month"),
          "deals.sell_count as count",
          `deals.${side}_points as points`,
        ])
        .orderBy("deals.sell_date", "desc")
        .orderBy("deals.id", "desc"),
    ),
  );

const sumDeals = { manager: sumDealsOf("manager"), member: sumDealsOf("member") };

export const summariseDealsEndpoint = endpoint(
  summariseDeals,
  async (filters, { services: { db }, actor }) =>
    summarise(await sumDeals[sideOf(actor)](db, ownDeals(actor, filters))),
  { isShort: true },
);

const sumPoints = compileOnce((db, { userId }: { readonly userId: number }) =>
  sumByMonth(
    db,
    db
      .selectFrom("ledger_entries")
      .where("user_id", "=", userId)
      .where("amount", ">", 0)
      .select([
        sql<string>`to_char(created_at at time zone 'Europe/Moscow', 'YYYY-MM')`.as("month"),
        sql<number>`1`.as("count"),
        "amount as points",
      ])
      .orderBy("id", "desc"),
  ),
);

export const summarisePointsEndpoint = endpoint(
  summarisePoints,
  async (_input, { services: { db }, actor }) => summarise(await sumPoints(db, { userId: actor.id })),
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
function sumByMonth<Tables extends keyof Database>(db: Db, rows: SelectQueryBuilder<Database, Tables, Row>) {
  return db
    .selectFrom(rows.limit(SUMMARISED_ROWS + 1).as("newest"))
    .select(({ fn }) => [
      "newest.month",
      fn.sum<number>("newest.count").as("count"),
      fn.sum<number>("newest.points").as("points"),
      fn.countAll<number>().as("rows"),
    ])
    .groupBy("newest.month")
    .orderBy("newest.month", "desc");
}

function summarise(months: readonly (Row & { rows: number })[]) {
  const covered = months.reduce((sum, { rows }) => sum + rows, 0);
  return {
    is_complete: covered <= SUMMARISED_ROWS,
    months: months.map(({ month, count, points }) => ({ month, count, points })),
  };
}
