import { type Kysely, sql } from "kysely";

/** Lets invited people unsubscribe: stores the addresses, and gives each invitation a secret that its inviter doesn't know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unsubscribed_addresses (
      email text primary key check (email = lower(email)),
      created_at timestamptz not null default now()
    );
    insert into unsubscribed_addresses (email, created_at)
      select lower(email), unsubscribed_at from users where unsubscribed_at is not null;

    alter table invites add column unsubscribe_secret uuid not null default gen_random_uuid();

    -- Where the addressee's mail program unsubscribes; only messages of a mailing have it.
    alter table outbox add column unsubscribe_url text not null default '';
  `.execute(db);
}
