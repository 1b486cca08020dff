import { type Kysely, sql } from "kysely";

/** Contacts that operators have changed, so that a change can be undone, and orders wait for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact_changes (
      id bigint generated always as identity primary key,
      user_id integer not null references users,
      changed_at timestamptz not null,
      -- What it was before.
      phone text not null,
      email text not null,
      phone_confirmed_at timestamptz,
      password_hash text,
      -- Of the word in the link by which whoever reads the former mail takes it back.
      check_word_hash bytea not null unique,
      expires_at timestamptz not null
    );
    create index contact_changes_by_user on contact_changes (user_id, id);

    -- Until then nothing is ordered, unless the password of before the change is given.
    alter table users add column orders_wait_until timestamptz;
  `.execute(db);
}
