import { type Kysely, sql } from "kysely";

/**
 * A second press of a button gets the answer of the first from the database, on whichever node. What an operator has seen comes
 * with the answer to it, so it isn't remembered here any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table act_requests
      drop column outcome_digest,
      -- What was answered, secrets included, for some seconds.
      add column answer_sealed bytea;
  `.execute(db);
}
