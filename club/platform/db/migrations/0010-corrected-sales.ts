import { type Kysely, sql } from "kysely";

/** What becomes of rows that correct sales which were counted, and which sale was counted in place of which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deals
      -- Of a recalled deal: the one that a corrected row of a later report has put in its place.
      add column replaced_by_id integer;
    create index deals_by_replacement on deals (replaced_by_id) where replaced_by_id is not null;

    -- What the curator has said of such rows.
    alter table report_files add column corrections jsonb not null default '{}';
    alter table report_previews add column corrections jsonb not null default '{}';
  `.execute(db);
}
