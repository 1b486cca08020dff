import { type Kysely, sql } from "kysely";

/** What is read often stays a range of an index, however long the table is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The next message of a channel: secrets and others each in the order in which they are due.
    drop index outbox_waiting;
    create index outbox_waiting on outbox (channel, is_secret, next_attempt_at, id)
      where sent_at is null and failed_at is null;
    create index outbox_waiting_mailings on outbox (lower(recipient))
      where sent_at is null and failed_at is null and unsubscribe_url <> '';
  `.execute(db);
}
