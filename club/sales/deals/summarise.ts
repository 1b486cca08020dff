import { type SelectQueryBuilder, sql } from "kysely";
import { SUMMARISED_ROWS, summariseDeals, summarisePoints, TOP_ARTICLES } from "../../../contract/overviews";
import { compileOnce } from "../../platform/db/compile-once";
import type { Database } from "../../platform/db/schema";
import { endpoint } from "../../platform/http/endpoint";
import type { Db } from "../../platform/services";
import { type OwnDeals, ownDeals, selectFoundDeals, sideOf } from "./own-deals";
import type { Side } from "./search-deals";

/** The deals that a summary is made of, the newest first. */
function newestDeals(db: Db, side: Side, own: OwnDeals, search: string) {
  return selectFoundDeals(db, side, own, search)
    .select([
      sql<string>`to_char(deals.sell_date, 'YYYY-MM')`.as("month"),
      "deals.sell_count as count",
      `deals.${side}_points as points`,
      "deals.article_code",
      "deals.article_name",
    ])
    .orderBy("deals.sell_date", "desc")
    .orderBy("deals.id", "desc");
}

/** Sums by article, the most points first. Its name is the newest one. */
function sumByArticle(db: Db, rows: ReturnType<typeof newestDeals>) {
  return db
    .selectFrom(rows.limit(SUMMARISED_ROWS).as("newest"))
    .select(({ fn }) => [
      "newest.article_code",
      sql<string>`(array_agg(newest.article_name))[1]`.as("article_name"),
      fn.sum<number>("newest.count").as("count"),
      fn.sum<number>("newest.points").as("points"),
    ])
    .groupBy("newest.article_code")
    .having(({ fn }) => fn.sum("newest.points"), ">", 0)
    .orderBy("points", "desc")
    .orderBy("newest.article_code")
    .limit(TOP_ARTICLES);
}

const summariesOf = (side: Side) => ({
  months: compileOnce((db, own: OwnDeals) => sumByMonth(db, newestDeals(db, side, own, ""))),
  articles: compileOnce((db, own: OwnDeals) => sumByArticle(db, newestDeals(db, side, own, ""))),
});

const summaries = { manager: summariesOf("manager"), member: summariesOf("member") };

export const summariseDealsEndpoint = endpoint(
  summariseDeals,
  async ({ search, ...filters }, { services: { db }, actor }) => {
    const side = sideOf(actor);
    const own = ownDeals(actor, filters);
    const found = search ? newestDeals(db, side, own, search) : null;
    const months = found ? await sumByMonth(db, found).execute() : await summaries[side].months(db, own);
    const articles = found ? await sumByArticle(db, found).execute() : await summaries[side].articles(db, own);
    return { ...summarise(months), articles };
  },
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
function sumByMonth<Tables extends keyof Database, Newest extends Row>(
  db: Db,
  rows: SelectQueryBuilder<Database, Tables, Newest>,
) {
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
