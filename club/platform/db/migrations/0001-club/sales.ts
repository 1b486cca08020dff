import { type Kysely, sql } from "kysely";

/** Articles with their rates, sales reports, the deals that they become, and sales that participants claim. */
export async function createSales(db: Kysely<unknown>): Promise<void> {
  await createArticles(db);
  await createReports(db);
  await createDeals(db);
  await createDealDays(db);
  await createSaleClaims(db);
}

async function createArticles(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table articles (
      code text primary key,
      name text not null,
      manager_points integer not null check (manager_points >= 0),
      member_points integer not null check (member_points >= 0)
    );

    -- The points of a piece of an article since a moment. A deal is compared with the rate of its day.
    create table article_rates (
      id bigint generated always as identity primary key,
      article_code text not null,
      manager_points bigint not null,
      member_points bigint not null,
      since timestamptz not null,
      -- When a rate was entered: one for an earlier day doesn't question the deals that were counted before. Null: at
      -- its time.
      recorded_at timestamptz
    );
    create index article_rates_by_article on article_rates (article_code, since);
    create trigger article_rates_are_final before update or delete or truncate
      on article_rates for each statement execute function refuse_change();

    create function record_article_rate() returns trigger language plpgsql as $$
      begin
        -- Whoever enters rates with days of their own writes them himself.
        if current_setting('club.rates_are_dated', true) = 'on' then return null; end if;
        insert into article_rates (article_code, manager_points, member_points, since)
          select new.code, new.manager_points, new.member_points,
            case when exists (select from article_rates where article_code = new.code) then now() else '-infinity' end
          where not exists (
            select from (
              select manager_points, member_points from article_rates
              where article_code = new.code order by since desc, id desc limit 1
            ) latest
            where (latest.manager_points, latest.member_points) = (new.manager_points, new.member_points)
          );
        return null;
      end
    $$;
    create trigger articles_record_rates after insert or update of code, manager_points, member_points
      on articles for each row execute function record_article_rate();
  `.execute(db);
}

async function createReports(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_files (
      id integer generated always as identity primary key,
      curator_id integer not null references users,
      file_name text not null,
      content_type text not null,
      content bytea not null,
      status text not null default 'queued'
        check (status in ('queued', 'in_progress', 'waiting_approval', 'done', 'failed', 'refused')),
      total integer not null default 0,
      processed integer not null default 0,
      failed integer not null default 0,
      points bigint not null default 0,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      -- When an operator said yes to a report that had been held back.
      approved_at timestamptz,
      -- Rows that were counted before, which are no errors.
      repeated integer not null default 0,
      recalled_at timestamptz,
      -- What a report that waits would earn, as it was foreseen.
      expected_points bigint,
      -- The headers that the curator has named, by column.
      column_names jsonb not null default '{}'
    );
    create index report_files_by_curator on report_files (curator_id, id desc);
    create index report_files_by_status on report_files (status, id);

    create table report_errors (
      file_id integer not null references report_files on delete cascade,
      row integer not null,
      field text not null,
      message text not null,
      primary key (file_id, row, field)
    );

    -- Ranges of rows that were counted before.
    create table report_repeats (
      file_id integer not null references report_files on delete cascade,
      first_row integer not null,
      last_row integer not null check (last_row >= first_row),
      message text not null,
      primary key (file_id, first_row)
    );

    -- A report that its curator looks at before it counts.
    create table report_previews (
      id integer generated always as identity primary key,
      curator_id integer not null references users,
      file_name text not null,
      content_type text not null,
      -- Empty once the report counts: it is stored with the report then.
      content bytea not null,
      -- The file's headers, with an example from below each.
      headers jsonb not null default '[]',
      -- The headers that the curator has named, by column.
      column_names jsonb not null default '{}',
      -- What counting would come to; null while columns are missing.
      outcome jsonb,
      report_id integer references report_files,
      created_at timestamptz not null
    );
    create index report_previews_by_curator on report_previews (curator_id, id);
    create index report_previews_by_age on report_previews (created_at);
  `.execute(db);
}

async function createDeals(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What the rows refer to is checked by triggers once for a statement: foreign keys, checked for every row, took
    -- half of PostgreSQL's time for a report.
    create table deals (
      id integer generated always as identity primary key,
      file_id integer not null,
      file_row integer not null,
      curator_id integer not null,
      manager_id integer not null,
      member_id integer not null,
      company_id integer not null,
      sell_date date not null,
      article_code text not null,
      article_name text not null,
      -- Below zero: a returned sale.
      sell_count integer not null check (sell_count <> 0),
      manager_points bigint not null,
      member_points bigint not null,
      -- What makes two report rows the same sale, however often they are uploaded.
      fingerprint bytea not null unique,
      created_at timestamptz not null default now(),
      recalled_at timestamptz,
      -- Whether the points were still pending then: they were removed, and no entry takes them back.
      manager_was_pending boolean not null default false,
      member_was_pending boolean not null default false
    );
    create index deals_by_manager on deals (manager_id, sell_date desc, id desc);
    create index deals_by_member on deals (member_id, sell_date desc, id desc);
    create index deals_by_file on deals (file_id, file_row);
    create index deals_by_company on deals (company_id);

    -- Which sales a returned sale returns. The points are those of the pieces.
    create table deal_returns (
      return_id integer not null references deals,
      deal_id integer not null references deals,
      pieces integer not null check (pieces > 0),
      manager_points bigint not null check (manager_points >= 0),
      member_points bigint not null check (member_points >= 0),
      primary key (return_id, deal_id)
    );
    create index deal_returns_by_deal on deal_returns (deal_id);

    -- As with a foreign key, the rows referred to are locked against deletion until the transaction ends.
    create function check_references_of_deals() returns trigger language plpgsql as $$
      begin
        if (select count(*) from (
            select from users where id in (select manager_id from added union select member_id from added) for key share
          ) found) < (select count(*) from (select manager_id from added union select member_id from added) wanted)
          or (select count(*) from (
            select from companies where id in (select company_id from added) for key share
          ) found) < (select count(distinct company_id) from added)
          or (select count(*) from (
            select from report_files where (id, curator_id) in (select file_id, curator_id from added) for key share
          ) found) < (select count(*) from (select distinct file_id, curator_id from added) wanted)
        then
          perform refuse_missing_reference();
        end if;
        return null;
      end
    $$;
    create trigger deals_check_references after insert on deals
      referencing new table as added for each statement execute function check_references_of_deals();
    create trigger deals_check_changed_references after update on deals
      referencing new table as added for each statement execute function check_references_of_deals();

    -- The other side of those references. The ids of these tables are generated and never change.
    create function keep_what_is_referred_to() returns trigger language plpgsql as $$
      declare
        is_referred_to boolean := case tg_table_name
          when 'users' then exists (select from deals where manager_id = old.id)
            or exists (select from deals where member_id = old.id)
            or exists (select from ledger_entries where user_id = old.id)
            or exists (select from promotion_bonuses where user_id = old.id)
          when 'companies' then exists (select from deals where company_id = old.id)
          when 'deals' then exists (select from promotion_bonuses where deal_id = old.id)
            or exists (select from promotion_bonuses where sale_id = old.id)
          when 'promotions' then exists (select from promotion_bonuses where promotion_id = old.id)
          else exists (select from deals where file_id = old.id)
        end;
      begin
        if is_referred_to then
          raise foreign_key_violation using message =
            format('a deal, a ledger entry or a bonus refers to row %s of %s by a foreign key', old.id, tg_table_name);
        end if;
        return null;
      end
    $$;
    create trigger users_with_deals_stay after delete on users for each row execute function keep_what_is_referred_to();
    create trigger companies_with_deals_stay after delete on companies
      for each row execute function keep_what_is_referred_to();
    create trigger report_files_with_deals_stay after delete on report_files
      for each row execute function keep_what_is_referred_to();
    create trigger deals_with_bonuses_stay after delete on deals for each row execute function keep_what_is_referred_to();
  `.execute(db);
}

/** Deals are counted by person and day, so that any page of a history is found without reading those before it. */
async function createDealDays(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- How many sales of a manager, or purchases of a member, a day has.
    create table deal_days (
      user_id integer not null references users,
      sell_date date not null,
      deals integer not null check (deals >= 0),
      primary key (user_id, sell_date)
    ) with (fillfactor = 70);

    -- Recalled deals aren't listed, so days don't count them. Days are locked in the order of their key.
    create function count_deals() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          perform from deal_days
            where (user_id, sell_date) in (
              select manager_id, sell_date from removed where recalled_at is null
              union all select member_id, sell_date from removed where recalled_at is null
            )
            order by user_id, sell_date for update;
          update deal_days set deals = deal_days.deals - gone.deals
            from (
              select user_id, sell_date, count(*) as deals
              from (
                select manager_id as user_id, sell_date from removed where recalled_at is null
                union all select member_id, sell_date from removed where recalled_at is null
              ) sides
              group by user_id, sell_date
            ) gone
            where deal_days.user_id = gone.user_id and deal_days.sell_date = gone.sell_date;
        end if;
        if tg_op <> 'DELETE' then
          insert into deal_days (user_id, sell_date, deals)
            select user_id, sell_date, count(*)
            from (
              select manager_id as user_id, sell_date from added where recalled_at is null
              union all select member_id, sell_date from added where recalled_at is null
            ) sides
            group by user_id, sell_date order by user_id, sell_date
            on conflict (user_id, sell_date) do update set deals = deal_days.deals + excluded.deals;
        end if;
        return null;
      end
    $$;
    create trigger deals_count_added after insert on deals
      referencing new table as added for each statement execute function count_deals();
    create trigger deals_count_changed after update on deals
      referencing old table as removed new table as added for each statement execute function count_deals();
    create trigger deals_count_removed after delete on deals
      referencing old table as removed for each statement execute function count_deals();
  `.execute(db);
}

/** Participants claim sales that no report has, with photos of the document. An accepted claim becomes a deal. */
async function createSaleClaims(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sale_claims (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      -- Of the distributor that sold.
      curator_id integer not null references users,
      -- Null: a shop claims, and its own manager isn't one of this distributor.
      manager_id integer references users,
      company_id integer not null references companies,
      sell_date date not null,
      article_code text not null,
      article_name text not null,
      sell_count integer not null check (sell_count > 0),
      document_number text not null,
      comment text not null default '',
      status text not null default 'pending' check (status in ('pending', 'accepted', 'refused')),
      -- What the participant reads of a refusal.
      reason text not null default '',
      decided_by text check (decided_by in ('curator', 'operator')),
      decided_at timestamptz,
      deal_id integer unique references deals,
      created_at timestamptz not null,
      check ((status = 'pending') = (decided_at is null)),
      check ((status = 'accepted') = (deal_id is not null))
    );
    create index sale_claims_by_user on sale_claims (user_id, id);
    create index sale_claims_by_curator on sale_claims (curator_id, id);
    create index sale_claims_pending on sale_claims (id) where status = 'pending';

    create table sale_claim_photos (
      id integer generated always as identity primary key,
      claim_id integer not null references sale_claims on delete cascade,
      -- Its media type, as the content says.
      type text not null,
      -- Empty when its time has passed.
      photo_sealed bytea not null
    );
    create index sale_claim_photos_by_claim on sale_claim_photos (claim_id);
  `.execute(db);
}
