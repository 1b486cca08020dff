import { type Kysely, sql } from "kysely";

/** Files that have all sales of a period, and what became of counted sales that they don't have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The period, and what the curator has said of such sales; null: the file is no whole period.
    alter table report_previews add column period jsonb;
    alter table report_files
      add column period jsonb,
      add column gone_recalled integer not null default 0,
      -- The points of those that were recalled.
      add column gone_points bigint not null default 0,
      -- Those that still count; null: the period isn't compared yet.
      add column gone_kept integer;
  `.execute(db);
}
