import { type Kysely, sql } from "kysely";

/** Operators' log-in at an OpenID Connect provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What the next step of a log-in has to answer: once, and soon.
    create table operator_challenges (
      token_hash bytea primary key,
      purpose text not null,
      -- Null before it is known who logs in.
      operator_id integer references operators on delete cascade,
      expires_at timestamptz not null
    );

    -- The account at a provider that is an operator's.
    create table operator_identities (
      issuer text not null,
      subject text not null,
      operator_id integer not null references operators on delete cascade,
      linked_at timestamptz not null,
      primary key (issuer, subject),
      unique (operator_id, issuer)
    );

    alter table operator_sessions
      -- The account with which the session began; null for a password.
      add column identity_issuer text,
      add column identity_subject text;
  `.execute(db);
}
