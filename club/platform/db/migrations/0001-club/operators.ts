import { type Kysely, sql } from "kysely";

/** Operators and their log-in, the acts that they have checked or that wait for a second operator, and the audit log. */
export async function createOperators(db: Kysely<unknown>): Promise<void> {
  await createLogIn(db);
  await createActs(db);
}

async function createLogIn(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operators (
      id integer generated always as identity primary key,
      login text not null check (login = lower(login)),
      full_name text not null,
      roles text[] not null,
      password_hash text,
      -- The secret of the authenticator app; null until the operator has set it up.
      totp_secret_sealed bytea,
      -- The time step of the last accepted code: a code works once.
      totp_last_step bigint not null default 0,
      is_disabled boolean not null default false,
      created_at timestamptz not null default now(),
      -- A printed password works until then, and only to set one's own; null for one's own.
      password_expires_at timestamptz
    );
    create unique index operators_by_login on operators (login);

    create table operator_recovery_codes (
      operator_id integer not null references operators on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (operator_id, code_hash)
    );

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

    -- The account at an OpenID Connect provider that is an operator's.
    create table operator_identities (
      issuer text not null,
      subject text not null,
      operator_id integer not null references operators on delete cascade,
      linked_at timestamptz not null,
      primary key (issuer, subject),
      unique (operator_id, issuer)
    );

    -- What the next step of a log-in has to answer: once, and soon.
    create table operator_challenges (
      token_hash bytea primary key,
      purpose text not null,
      -- Null before it is known who logs in.
      operator_id integer references operators on delete cascade,
      expires_at timestamptz not null
    );

    create table operator_sessions (
      token_hash bytea primary key,
      operator_id integer not null references operators on delete cascade,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- When a code of the authenticator was last given: money needs a fresh one.
      code_confirmed_at timestamptz,
      network text not null default '',
      user_agent text not null default '',
      id integer generated always as identity unique,
      -- The secret of an authenticator app that is being set up; becomes the operator's with the first code.
      enrolment_secret_sealed bytea,
      -- The account with which the session began; null for a password.
      identity_issuer text,
      identity_subject text,
      -- The passkey that opened the session, which ends with it; null when a code did.
      passkey_id integer references operator_passkeys on delete cascade
    );
    create index operator_sessions_by_operator on operator_sessions (operator_id);
  `.execute(db);
}

async function createActs(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An act that has been checked: it is carried out once, by its id, perhaps after a second operator's yes.
    create table act_requests (
      id bigint generated always as identity primary key,
      -- Names the request in addresses and commands.
      key uuid not null unique default gen_random_uuid(),
      act text not null,
      -- The input, its files included, as it was checked.
      input_sealed bytea not null,
      points bigint not null default 0,
      state text not null default 'checked' check (state in ('checked', 'waiting', 'done', 'refused')),
      asked_by text not null,
      asked_by_operator_id integer references operators,
      asked_at timestamptz not null default now(),
      decided_by text,
      decided_at timestamptz,
      reason text not null default '',
      expires_at timestamptz not null,
      -- The file that the act has made, until it expires.
      file_sealed bytea,
      file_expires_at timestamptz,
      -- What was answered, secrets included, for some seconds: a second press of the button gets it on whichever
      -- node.
      answer_sealed bytea
    );
    create index act_requests_waiting on act_requests (asked_at) where state = 'waiting';
    create index act_requests_by_expiry on act_requests (expires_at);

    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      act text not null,
      -- An operator's login, or the operating-system user of the command line as "shell:name".
      actor text not null,
      operator_id integer references operators,
      -- Whose yes the act has needed.
      approved_by text,
      -- Without secrets, files and names of people.
      input jsonb not null,
      -- What the act is about, such as "person" and an id.
      subject_kind text,
      subject_id text,
      before jsonb,
      after jsonb,
      points bigint not null default 0,
      request_id text not null default ''
    );
    create index audit_log_by_subject on audit_log (subject_kind, subject_id, id);
    create index audit_log_by_actor on audit_log (actor, id);
    create index audit_log_by_act on audit_log (act, id);
    create trigger audit_log_is_final before update or delete or truncate
      on audit_log for each statement execute function refuse_change();
  `.execute(db);
}
