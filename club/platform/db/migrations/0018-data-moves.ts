import { type Kysely, sql } from "kysely";

/** How far the jobs are that move rows into the form of a new release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_moves (
      name text primary key,
      started_at timestamptz not null,
      -- Where the last batch ended; null between two passes over the rows.
      position text,
      moved bigint not null default 0,
      moved_in_pass bigint not null default 0,
      looked_at timestamptz,
      -- A whole pass has found nothing to move.
      ended_at timestamptz
    );
  `.execute(db);
}
