import { type Kysely, sql } from "kysely";

/** The schema of the first release. Amounts are whole points. Secrets are stored hashed, personal documents and cards encrypted. */
export async function up(db: Kysely<unknown>): Promise<void> {
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

    -- People and companies

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
      created_at timestamptz not null default now()
    );
    create unique index users_by_email on users (lower(email));
    create index users_by_curator on users (curator_id);
    create index users_by_manager on users (manager_id);

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
      created_at timestamptz not null default now()
    );
    create index companies_by_owner on companies (owner_id);

    -- The register of legal entities behind the look-up by tax number.
    create table legal_entities (
      inn text primary key,
      name text not null,
      address text not null
    );

    -- Access

    create table sessions (
      token_hash bytea primary key,
      user_id integer not null references users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index sessions_by_user on sessions (user_id);

    create table redirect_tokens (
      token_hash bytea primary key,
      user_id integer not null references users on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    );

    create table phone_codes (
      phone text primary key,
      code_hash bytea not null,
      attempts integer not null default 0,
      sent_at timestamptz not null,
      expires_at timestamptz not null
    );

    create table password_resets (
      check_word_hash bytea primary key,
      user_id integer not null references users on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    );

    create table rate_limits (
      key text primary key,
      count integer not null,
      window_ends_at timestamptz not null
    );

    -- Messages

    create table outbox (
      id bigint generated always as identity primary key,
      channel text not null check (channel in ('sms', 'email')),
      recipient text not null,
      subject text not null default '',
      text text not null,
      -- Carries a code or a password: goes first, and its text is wiped when delivered.
      is_secret boolean not null default false,
      created_at timestamptz not null default now(),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      sent_at timestamptz,
      failed_at timestamptz,
      last_error text
    );
    create index outbox_waiting on outbox (next_attempt_at) where sent_at is null and failed_at is null;

    create table feedback (
      id integer generated always as identity primary key,
      name text not null,
      email text not null,
      message text not null,
      created_at timestamptz not null default now()
    );

    create table banners (
      id integer generated always as identity primary key,
      title text not null,
      text text not null,
      role text check (role in ('curator', 'manager', 'member', 'tadam')),
      is_enabled boolean not null default true,
      created_at timestamptz not null default now()
    );
    create table banner_views (
      banner_id integer not null references banners on delete cascade,
      user_id integer not null references users on delete cascade,
      seen_at timestamptz not null default now(),
      primary key (banner_id, user_id)
    );

    -- Content

    create table rules_documents (
      code text primary key,
      title text not null,
      text text not null,
      file_name text references files,
      position integer not null default 0
    );
    create table questions (
      id integer generated always as identity primary key,
      question text not null,
      answer text not null,
      position integer not null default 0
    );

    -- Points

    create table balances (
      user_id integer primary key references users,
      points integer not null default 0 check (points >= 0),
      -- How many entries added and spent, so that a page of the history costs the same however long it is.
      added_count integer not null default 0,
      spent_count integer not null default 0,
      updated_at timestamptz not null default now()
    );

    create table ledger_entries (
      id bigint generated always as identity primary key,
      user_id integer not null references users,
      amount integer not null check (amount <> 0),
      balance_after integer not null check (balance_after >= 0),
      reason text not null check (reason in ('deal', 'invite', 'referral', 'promo_code', 'promotion', 'exchange', 'refund', 'correction')),
      reference text not null,
      action text not null,
      created_at timestamptz not null default now(),
      unique (user_id, reason, reference)
    );
    create index ledger_added on ledger_entries (user_id, id desc) where amount > 0;
    create index ledger_spent on ledger_entries (user_id, id desc) where amount < 0;

    -- What a participant has earned before the phone was confirmed and the rules accepted; credited on acceptance.
    create table pending_credits (
      id bigint generated always as identity primary key,
      user_id integer not null references users,
      amount integer not null check (amount > 0),
      reason text not null,
      reference text not null,
      action text not null,
      created_at timestamptz not null default now(),
      unique (user_id, reason, reference)
    );

    -- Sales

    create table articles (
      code text primary key,
      name text not null,
      manager_points integer not null check (manager_points >= 0),
      member_points integer not null check (member_points >= 0)
    );

    create table report_files (
      id integer generated always as identity primary key,
      curator_id integer not null references users,
      file_name text not null,
      content_type text not null,
      content bytea not null,
      status text not null default 'queued' check (status in ('queued', 'in_progress', 'done', 'failed')),
      total integer not null default 0,
      processed integer not null default 0,
      failed integer not null default 0,
      points integer not null default 0,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    create index report_files_by_curator on report_files (curator_id, id desc);

    create table report_errors (
      file_id integer not null references report_files on delete cascade,
      row integer not null,
      field text not null,
      message text not null,
      primary key (file_id, row, field)
    );

    create table deals (
      id integer generated always as identity primary key,
      file_id integer not null references report_files,
      file_row integer not null,
      curator_id integer not null references users,
      manager_id integer not null references users,
      member_id integer not null references users,
      company_id integer not null references companies,
      sell_date date not null,
      article_code text not null,
      article_name text not null,
      sell_count integer not null check (sell_count > 0),
      manager_points integer not null,
      member_points integer not null,
      -- What makes two report rows the same sale, however often they are uploaded.
      fingerprint bytea not null unique,
      created_at timestamptz not null default now()
    );
    create index deals_by_manager on deals (manager_id, sell_date desc, id desc);
    create index deals_by_member on deals (member_id, sell_date desc, id desc);
    create index deals_by_file on deals (file_id, file_row);

    -- Prizes

    create table prizes (
      id integer generated always as identity primary key,
      handler_system_name text not null check (handler_system_name in ('phone', 'card', 'giftery', 'souvenir')),
      retailer text not null default '',
      name text not null,
      description text not null default '',
      image_url text not null default '',
      price integer not null check (price > 0),
      is_enabled boolean not null default true,
      position integer not null default 0,
      created_at timestamptz not null default now()
    );
    create table prize_sizes (
      id integer generated always as identity primary key,
      prize_id integer not null references prizes on delete cascade,
      value text not null,
      stock integer not null check (stock >= 0),
      position integer not null default 0,
      unique (prize_id, value)
    );
    create table mobile_operators (
      id integer generated always as identity primary key,
      name text not null unique
    );

    create table exchanges (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      prize_id integer not null references prizes,
      price integer not null check (price > 0),
      status text not null default 'new' check (status in
        ('new', 'processing', 'need_documents', 'sent', 'ready_for_pickup', 'completed', 'rejected', 'cancelled')),
      reject_reason text not null default '',
      idempotency_key text,
      -- The digest of the request, sealed: another request under the same key is refused.
      request_digest_sealed bytea,
      basket_uuid text not null,
      -- Phone or card digits, sealed; the masked form is what people see.
      recipient_sealed bytea,
      recipient_masked text not null default '',
      operator_id integer references mobile_operators,
      card_holder_sealed bytea,
      size text not null default '',
      delivery_city text not null default '',
      delivery_address text not null default '',
      pickup_point_code text not null default '',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (user_id, idempotency_key)
    );
    create index exchanges_by_user on exchanges (user_id, created_at desc);

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

    -- Invitations

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
      finished_at timestamptz
    );
    create index tasks_by_owner on tasks (owner_id, created_at desc);
    create table task_errors (
      task_id uuid not null references tasks on delete cascade,
      row integer not null,
      field text not null,
      value text not null default '',
      message text not null,
      primary key (task_id, row, field)
    );

    create table invites (
      id uuid primary key default gen_random_uuid(),
      inviter_id integer not null references users,
      email text not null,
      first_name text not null,
      last_name text not null,
      sur_name text not null default '',
      target_role text not null check (target_role in ('manager', 'member')),
      status text not null default 'queued' check (status in ('queued', 'sent', 'error', 'registered', 'confirmed', 'expired')),
      task_id uuid references tasks on delete set null,
      registered_user_id integer references users,
      -- The newest letter of the invitation: whether it was delivered decides between queued, sent and error.
      outbox_id bigint references outbox,
      created_at timestamptz not null default now(),
      -- When that letter was put into the outbox.
      sent_at timestamptz,
      expires_at timestamptz not null default now() + interval '30 days',
      confirmed_at timestamptz
    );
    create unique index invites_by_address on invites (inviter_id, lower(email));
    create index invites_by_inviter on invites (inviter_id, created_at desc, id);
    alter table users add foreign key (invite_id) references invites;

    -- Promotions

    create table promotions (
      id integer generated always as identity primary key,
      name text not null,
      description_short text not null default '',
      description text not null default '',
      image_url text not null default '',
      date_start date,
      date_end date,
      is_enabled boolean not null default true,
      accepts_promo_codes boolean not null default false,
      created_at timestamptz not null default now()
    );
    create table promotion_articles (
      promotion_id integer not null references promotions on delete cascade,
      article_code text not null,
      article_name text not null,
      primary key (promotion_id, article_code)
    );
    create table promotion_views (
      promotion_id integer not null references promotions on delete cascade,
      user_id integer not null references users on delete cascade,
      seen_at timestamptz not null default now(),
      primary key (promotion_id, user_id)
    );
    create table promotion_participants (
      promotion_id integer not null references promotions on delete cascade,
      user_id integer not null references users on delete cascade,
      joined_at timestamptz not null default now(),
      primary key (promotion_id, user_id)
    );
    create table promo_codes (
      code text primary key,
      promotion_id integer not null references promotions,
      points integer not null check (points > 0),
      used_by_id integer references users,
      used_at timestamptz
    );
    -- A code is the same however it is spaced and whatever its capitals; see promotions/rules.ts.
    create unique index promo_codes_by_word on promo_codes (upper(regexp_replace(code, '[[:space:]–—-]', '', 'g')));
  `.execute(db);
}
