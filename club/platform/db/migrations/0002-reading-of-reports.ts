import { type Kysely, sql } from "kysely";

/** How a distributor's reports are read where that has two meanings, the time zone of its days, and what of a report isn't a sale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Of a distributor: its answers to what its reports leave open, and where its days begin.
    alter table companies
      add column report_answers jsonb not null default '{}',
      add column time_zone text not null default 'Europe/Moscow';

    -- The answers by which the file is read.
    alter table report_previews add column answers jsonb not null default '{}';
    alter table report_files
      add column answers jsonb not null default '{}',
      -- Rows of the file that have a value; null before it was counted, and of reports that are older.
      add column lines integer,
      -- Those of them that are neither counted nor refused nor repeated, and which they are.
      add column left_out integer not null default 0,
      add column left_out_rows jsonb not null default '[]';
  `.execute(db);
}
