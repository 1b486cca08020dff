import { type Kysely, sql } from "kysely";

/** Consents with the texts that they were given to, erased people, and companies whose owner is in dispute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A text as it was shown when somebody agreed to it. It stays when the club's contents change.
    create table consent_texts (
      -- SHA-256 of all that follows, and of the file's content, in hexadecimal.
      digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
      title text not null,
      text text not null,
      -- Where the portal's link leads; the content of another site is not kept.
      address text not null default '',
      file_name text references files,
      first_accepted_at timestamptz not null default now()
    );

    create table consents (
      id bigint generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      kind text not null check (kind in ('privacy_policy', 'personal_data', 'rules')),
      -- Null: the club had no such text yet.
      text_digest text references consent_texts,
      accepted_at timestamptz not null,
      address text not null default '',
      request_id text not null default ''
    );
    create index consents_by_user on consents (user_id, id);

    -- Codes and passwords of messages that were given up.
    update outbox set text = '' where is_secret and failed_at is not null and text <> '';

    alter table users add column erased_at timestamptz;

    -- A person who names a company of another participant as their own. An operator decides.
    create table company_claims (
      id integer generated always as identity primary key,
      company_id integer not null references companies on delete cascade,
      phone text not null check (phone ~ '^[0-9]{11}$'),
      email text not null,
      full_name text not null,
      claimed_at timestamptz not null,
      -- The operator's yes: the next registration with this phone gets the company.
      granted_at timestamptz,
      unique (company_id, phone)
    );
  `.execute(db);
}
