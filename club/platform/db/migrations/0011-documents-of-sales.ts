import { type Kysely, sql } from "kysely";

/** The documents by which distributors tell their sales apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The number as it stands in the report; empty without one.
    alter table deals add column document_number text not null default '';
  `.execute(db);
}
