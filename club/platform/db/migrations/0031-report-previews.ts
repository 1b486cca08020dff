import { type Kysely, sql } from "kysely";

/**
 * Reports that their curators look at before they count, and the headers by which a distributor names the columns of its
 * reports.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_previews (
      id integer generated always as identity primary key,
      curator_id integer not null references users,
      file_name text not null,
      content_type text not null,
      -- Empty once the report counts: it is stored with the report then.
      content bytea not null,
      -- The file's headers, with an example from below each.
      headers jsonb not null default '[]',
      -- The headers that the curator has named, by column.
      column_names jsonb not null default '{}',
      -- What counting would come to; null while columns are missing.
      outcome jsonb,
      report_id integer references report_files,
      created_at timestamptz not null
    );
    create index report_previews_by_curator on report_previews (curator_id, id);
    create index report_previews_by_age on report_previews (created_at);

    alter table report_files add column column_names jsonb not null default '{}';
    -- Of a distributor: the headers in its reports that only it uses, by column.
    alter table companies add column report_column_names jsonb not null default '{}';
  `.execute(db);
}
