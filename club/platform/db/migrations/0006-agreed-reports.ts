import { type Kysely, sql } from "kysely";

/** What operators have agreed to of a report, so that nothing else is counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table report_files
      -- The points, those of promotions too, that its rows have credited so far.
      add column credited_points bigint not null default 0,
      -- The most that they may credit, as operators have agreed; null: nobody was asked, or before this was kept.
      add column approved_points bigint;
  `.execute(db);
}
