import { type Kysely, sql } from "kysely";

/** Operators' passkeys (WebAuthn). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_passkeys (
      id integer generated always as identity primary key,
      operator_id integer not null references operators on delete cascade,
      -- As the authenticator names it, in base64url.
      credential_id text not null unique,
      -- In COSE's form.
      public_key bytea not null,
      -- How often it has signed; 0 for ever where authenticators don't count.
      sign_count bigint not null,
      -- Whether the provider of the passkey keeps a copy, so that it outlives the device.
      is_backed_up boolean not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    );
    create index operator_passkeys_by_operator on operator_passkeys (operator_id);

    alter table operator_sessions
      -- The passkey that opened the session, which ends with it; null when a code did.
      add column passkey_id integer references operator_passkeys on delete cascade;
  `.execute(db);
}
