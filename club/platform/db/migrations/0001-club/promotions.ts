import { type Kysely, sql } from "kysely";

/** Promotions, their promo codes, and the points that they add to deals. */
export async function createPromotions(db: Kysely<unknown>): Promise<void> {
  await sql`
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
      created_at timestamptz not null default now(),
      -- What is added to a deal: points for each piece, or the deal's points times the factor less one. Both null:
      -- nothing.
      bonus_points integer check (bonus_points > 0),
      bonus_factor numeric(5, 2) check (bonus_factor > 1),
      -- How many points it may add in all. Null: any number.
      budget bigint check (budget > 0),
      -- How many it has added, less those that were taken back.
      bonus_spent bigint not null default 0 check (bonus_spent >= 0),
      constraint promotions_one_bonus check (num_nonnulls(bonus_points, bonus_factor) <= 1),
      constraint promotions_within_budget check (bonus_spent <= budget)
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
    -- A code is the same however it is spaced and whatever its capitals; see sales/promotions/rules.ts.
    create unique index promo_codes_by_word on promo_codes (upper(regexp_replace(code, '[[:space:]–—-]', '', 'g')));

    -- What promotions have added to a deal for one of its participants. A returned sale has points below zero, for
    -- each sale that it returns; any other deal is its own sale. A report beside a promotion writes two rows for each
    -- sale, so what they refer to is checked once for a statement, as that of deals.
    create table promotion_bonuses (
      deal_id integer not null,
      sale_id integer not null,
      promotion_id integer not null,
      user_id integer not null,
      points bigint not null check (case when deal_id = sale_id then points > 0 else points < 0 end),
      -- Whether the points were still pending when the deal was recalled: they were removed, and no entry takes them
      -- back.
      was_pending boolean not null default false,
      primary key (deal_id, sale_id, promotion_id, user_id)
    );
    create index promotion_bonuses_by_sale on promotion_bonuses (sale_id);
    create index promotion_bonuses_by_user on promotion_bonuses (user_id, promotion_id);
    create index promotion_bonuses_by_promotion on promotion_bonuses (promotion_id);

    create function check_references_of_bonuses() returns trigger language plpgsql as $$
      begin
        if (select count(*) from (
            select from users where id in (select user_id from added) for key share
          ) found) < (select count(distinct user_id) from added)
          or (select count(*) from (
            select from promotions where id in (select promotion_id from added) for key share
          ) found) < (select count(distinct promotion_id) from added)
          or (select count(*) from (
            select from deals where id in (select deal_id from added union select sale_id from added) for key share
          ) found) < (select count(*) from (select deal_id from added union select sale_id from added) wanted)
        then
          perform refuse_missing_reference();
        end if;
        return null;
      end
    $$;
    create trigger promotion_bonuses_check_references after insert on promotion_bonuses
      referencing new table as added for each statement execute function check_references_of_bonuses();
    create trigger promotion_bonuses_check_changed_references after update on promotion_bonuses
      referencing new table as added for each statement execute function check_references_of_bonuses();
    create trigger promotions_with_bonuses_stay after delete on promotions
      for each row execute function keep_what_is_referred_to();
  `.execute(db);
}
