import { type Kysely, sql } from "kysely";

/** Participants, their companies, access, consents, documents and invitations. */
export async function createPeople(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db);
  await createAccess(db);
  await createPrivacy(db);
  await createInvitations(db);
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table segments (
      id integer generated always as identity primary key,
      display_name text not null,
      is_custom boolean not null default false
    );
    create unique index segments_by_name on segments (lower(display_name));

    create table users (
      id integer generated always as identity primary key,
      role text not null check (role in ('curator', 'manager', 'member', 'tadam')),
      is_system boolean not null default false,
      first_name text not null,
      last_name text not null,
      sur_name text not null default '',
      phone text not null unique check (phone ~ '^[0-9]{11}$'),
      email text not null,
      employee_position text not null default '',
      password_hash text,
      curator_id integer references users,
      manager_id integer references users,
      -- Of the invitation by which the person came; its foreign key is created with the invitations.
      invite_id uuid,
      referred_by_id integer references users,
      referral_code uuid not null unique default gen_random_uuid(),
      unsubscribe_secret uuid not null default gen_random_uuid(),
      unsubscribed_at timestamptz,
      registration_promo_code text not null default '',
      phone_confirmed_at timestamptz,
      agreement_accepted_at timestamptz,
      prizes_seen_at timestamptz,
      is_disabled boolean not null default false,
      created_at timestamptz not null default now(),
      -- A manager chooses the distributor freely, so the choice alone opens none of its data: its curator's
      -- invitation or an operator confirms it.
      distributor_confirmed_at timestamptz,
      -- When a password that the club has made stops opening the account. Null: the person has chosen the password.
      password_expires_at timestamptz,
      -- The network that registered, until the phone is confirmed.
      registration_network text not null default '',
      erased_at timestamptz,
      -- The account that has all of this one since an operator has merged the two. Never the id of an account merged
      -- itself.
      merged_into_id integer references users check (merged_into_id <> id)
    );
    create unique index users_by_email on users (lower(email));
    create index users_by_curator on users (curator_id);
    create index users_by_manager on users (manager_id);
    create index users_by_merged_account on users (merged_into_id) where merged_into_id is not null;
    -- By bytes, so that the beginning of a name is a range whatever the database's collation.
    create index users_by_name on users (lower(last_name) collate "C", id);
    create index users_by_role on users (role, is_system, id);
    create index users_disabled on users (id) where is_disabled;
    create index users_not_active on users (id)
      where not is_disabled and (phone_confirmed_at is null or agreement_accepted_at is null);
    create index users_with_unconfirmed_distributor on users (id)
      where role = 'manager' and curator_id is not null and phone_confirmed_at is not null
        and distributor_confirmed_at is null and not is_disabled;

    create table companies (
      id integer generated always as identity primary key,
      kind text not null check (kind in ('distributor', 'retail')),
      owner_id integer not null references users,
      inn text not null unique check (inn ~ '^([0-9]{10}|[0-9]{12})$'),
      actual_name_organization text not null,
      actual_address_organization text not null default '',
      legal_name_organization text not null,
      legal_address_organization text not null default '',
      repsli_code text not null default '',
      segment_id integer references segments,
      created_at timestamptz not null default now(),
      -- Of a distributor: the headers in its reports that only it uses, by column.
      report_column_names jsonb not null default '{}'
    );
    create index companies_by_owner on companies (owner_id);

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

    -- The register of legal entities behind the look-up by tax number.
    create table legal_entities (
      inn text primary key,
      name text not null,
      address text not null
    );
  `.execute(db);
}

async function createAccess(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sessions (
      token_hash bytea primary key,
      user_id integer not null references users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- Names the session to its owner; the token's hash stays here.
      id uuid not null unique default gen_random_uuid(),
      user_agent text not null default '',
      -- The network of the last use, such as 203.0.113.0/24; empty when unknown.
      network text not null default '',
      last_used_at timestamptz not null default now()
    );
    create index sessions_by_user on sessions (user_id);

    -- Networks from which a person has been logged in lately.
    create table known_networks (
      user_id integer not null references users on delete cascade,
      network text not null,
      known_until timestamptz not null,
      primary key (user_id, network)
    );

    create table redirect_tokens (
      token_hash bytea primary key,
      user_id integer not null references users on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    );

    create table phone_codes (
      phone text primary key,
      code_hash bytea not null,
      -- Tries from other networks than the one that registered.
      attempts integer not null default 0,
      sent_at timestamptz not null,
      expires_at timestamptz not null,
      -- Tries from the network that registered.
      own_attempts integer not null default 0
    );

    create table password_resets (
      check_word_hash bytea primary key,
      user_id integer not null references users on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    );
  `.execute(db);
}

async function createPrivacy(db: Kysely<unknown>): Promise<void> {
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

    create table documents (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected')),
      reason text not null default '',
      answers_sealed bytea not null,
      passport_main_sealed bytea not null,
      passport_registration_sealed bytea not null,
      created_at timestamptz not null default now(),
      decided_at timestamptz
    );
    create index documents_by_user on documents (user_id, id desc);
    create index documents_waiting on documents (id) where status = 'pending';
  `.execute(db);
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A list of invitations that is read, or invitations that are sent again, row by row in the background.
    create table tasks (
      id uuid primary key default gen_random_uuid(),
      owner_id integer not null references users,
      kind text not null check (kind in ('invite_import', 'invite_resend')),
      status text not null default 'queued' check (status in ('queued', 'in_progress', 'done', 'failed')),
      total integer not null default 0,
      processed integer not null default 0,
      failed integer not null default 0,
      file_name text not null default '',
      file_content bytea,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      -- Rows that were counted before, which are no errors.
      repeated integer not null default 0,
      -- Which invitations the inviter's list showed: a reminder goes to those.
      search text not null default '',
      invite_status text not null default ''
    );
    create index tasks_by_owner on tasks (owner_id, created_at desc);

    create table task_errors (
      task_id uuid not null references tasks on delete cascade,
      row integer not null,
      field text not null,
      value text not null default '',
      message text not null,
      -- The cells of the row as they were uploaded, in the order of the template, so that they can be corrected and
      -- uploaded again.
      cells text[] not null default '{}',
      primary key (task_id, row, field)
    );

    -- Ranges of rows that were counted before.
    create table task_repeats (
      task_id uuid not null references tasks on delete cascade,
      first_row integer not null,
      last_row integer not null check (last_row >= first_row),
      message text not null,
      primary key (task_id, first_row)
    );

    create table invites (
      id uuid primary key default gen_random_uuid(),
      inviter_id integer not null references users,
      email text not null,
      first_name text not null,
      last_name text not null,
      sur_name text not null default '',
      target_role text not null check (target_role in ('manager', 'member')),
      status text not null default 'queued'
        check (status in ('queued', 'sent', 'error', 'registered', 'confirmed', 'expired')),
      task_id uuid references tasks on delete set null,
      registered_user_id integer references users,
      -- The newest letter of the invitation: whether it was delivered decides between queued, sent and error.
      outbox_id bigint references outbox,
      created_at timestamptz not null default now(),
      -- When that letter was put into the outbox.
      sent_at timestamptz,
      expires_at timestamptz not null default now() + interval '30 days',
      confirmed_at timestamptz,
      -- By which the invited person unsubscribes; the inviter doesn't know it.
      unsubscribe_secret uuid not null default gen_random_uuid()
    );
    create unique index invites_by_address on invites (inviter_id, lower(email));
    create index invites_by_inviter on invites (inviter_id, created_at desc, id);
    alter table users add foreign key (invite_id) references invites;

    create table unsubscribed_addresses (
      email text primary key check (email = lower(email)),
      created_at timestamptz not null default now()
    );
  `.execute(db);
}
