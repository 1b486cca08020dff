import { type Kysely, sql } from "kysely";

/** Curators whom operators add: their first report is looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Until an operator has approved a report of the curator, each waits.
    alter table users add column first_report_waits boolean not null default false;
  `.execute(db);
}
