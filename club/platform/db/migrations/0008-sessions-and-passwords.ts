import { type Kysely, sql } from "kysely";

/** People see and end their sessions, a generated password is temporary, and limits know the networks of a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      -- Names the session to its owner; the token's hash stays here.
      add column id uuid not null unique default gen_random_uuid(),
      add column user_agent text not null default '',
      -- The network of the last use, such as 203.0.113.0/24; empty when unknown.
      add column network text not null default '',
      add column last_used_at timestamptz;
    update sessions set last_used_at = created_at;
    alter table sessions alter column last_used_at set not null, alter column last_used_at set default now();

    alter table users
      -- When a password that the club has made stops to open the account. Null: the person has chosen the password.
      add column password_expires_at timestamptz,
      -- The network that registered, until the phone is confirmed.
      add column registration_network text not null default '';

    -- Tries from the network that registered; strangers' are in attempts.
    alter table phone_codes add column own_attempts integer not null default 0;

    -- Networks from which a person has been logged in lately.
    create table known_networks (
      user_id integer not null references users on delete cascade,
      network text not null,
      known_until timestamptz not null,
      primary key (user_id, network)
    );
  `.execute(db);
}
