import { type Kysely, sql } from "kysely";

/** What a check has said of the refused rows of a report, so that their file needs no second check. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- JSON of row numbers and reasons, compressed; null: the check was made before this column.
    alter table report_previews add column reasons bytea;
  `.execute(db);
}
