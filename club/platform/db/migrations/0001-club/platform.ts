import { type Kysely, sql } from "kysely";

/** Settings, files, rate limits and messages: what every subject uses. */
export async function createPlatform(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settings (
      name text primary key,
      value text not null
    );

    create table files (
      name text primary key,
      content_type text not null,
      content bytea not null,
      created_at timestamptz not null default now()
    );

    create table rate_limits (
      key text primary key,
      count integer not null,
      window_ends_at timestamptz not null
    );

    create table outbox (
      id bigint generated always as identity primary key,
      channel text not null check (channel in ('sms', 'email')),
      recipient text not null,
      subject text not null default '',
      text text not null,
      -- Carries a code or a password: goes first, and its text is wiped when delivered or given up.
      is_secret boolean not null default false,
      created_at timestamptz not null default now(),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      sent_at timestamptz,
      failed_at timestamptz,
      last_error text,
      -- Where the addressee's mail program unsubscribes; only messages of a mailing have it.
      unsubscribe_url text not null default ''
    );
    -- The next message of a channel: secrets and others each in the order in which they are due.
    create index outbox_waiting on outbox (channel, is_secret, next_attempt_at, id)
      where sent_at is null and failed_at is null;
    create index outbox_waiting_mailings on outbox (lower(recipient))
      where sent_at is null and failed_at is null and unsubscribe_url <> '';
    create index outbox_by_recipient on outbox (lower(recipient), id);
    create index outbox_unsent on outbox (id) where sent_at is null and failed_at is null;
    create index outbox_failed on outbox (id) where failed_at is not null;

    -- The trigger of tables whose rows stay as they were written.
    create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'rows of % are never changed', tg_table_name;
      end
    $$;
  `.execute(db);
}
