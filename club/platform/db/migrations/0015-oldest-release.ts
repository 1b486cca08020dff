import { type Kysely, sql } from "kysely";

/** Says which releases may still run on this schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schema_releases (
      -- A migration that takes something away, and the oldest release that doesn't use that.
      migration text primary key,
      oldest_release text not null
    );
  `.execute(db);
}
