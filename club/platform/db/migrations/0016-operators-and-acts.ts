import { type Kysely, sql } from "kysely";

/** Operators, the acts that they have checked or that wait for a second operator, and the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
      created_at timestamptz not null default now()
    );
    create unique index operators_by_login on operators (login);

    create table operator_sessions (
      token_hash bytea primary key,
      operator_id integer not null references operators on delete cascade,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- When a code of the authenticator was last given: money needs a fresh one.
      code_confirmed_at timestamptz,
      network text not null default '',
      user_agent text not null default ''
    );
    create index operator_sessions_by_operator on operator_sessions (operator_id);

    create table operator_recovery_codes (
      operator_id integer not null references operators on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (operator_id, code_hash)
    );

    -- An act that has been checked: it is carried out once, by its id, perhaps after a second operator's yes.
    create table act_requests (
      id bigint generated always as identity primary key,
      -- Names the request in addresses and commands.
      key uuid not null unique default gen_random_uuid(),
      act text not null,
      -- The input, its files included, as it was checked.
      input_sealed bytea not null,
      -- SHA-256 of what the check has shown.
      outcome_digest bytea not null,
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
      file_expires_at timestamptz
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
    create trigger audit_log_is_final before update or delete or truncate
      on audit_log for each statement execute function refuse_change();
  `.execute(db);
}
