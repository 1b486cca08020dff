import { type Kysely, sql } from "kysely";

/** What a check has shown is kept apart from what its curator has answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The deals about which the last check asks: an answer is about these.
    alter table report_previews add column shown jsonb not null default '{}';
  `.execute(db);
}
