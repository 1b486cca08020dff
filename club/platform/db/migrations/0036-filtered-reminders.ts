import { type Kysely, sql } from "kysely";

/** A reminder goes to the invitations that the inviter's list showed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tasks add column search text not null default '', add column invite_status text not null default '';
  `.execute(db);
}
