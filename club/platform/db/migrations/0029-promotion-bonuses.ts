import { type Kysely, sql } from "kysely";

/** A promotion may add points to the deals of its articles, as far as its budget goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table promotions
      -- What is added to a deal: points for each piece, or the deal's points times the factor less one. Both null: nothing.
      add column bonus_points integer check (bonus_points > 0),
      add column bonus_factor numeric(5, 2) check (bonus_factor > 1),
      add constraint promotions_one_bonus check (num_nonnulls(bonus_points, bonus_factor) <= 1),
      -- How many points it may add in all. Null: any number.
      add column budget bigint check (budget > 0),
      -- How many it has added, less those that were taken back.
      add column bonus_spent bigint not null default 0 check (bonus_spent >= 0),
      add constraint promotions_within_budget check (bonus_spent <= budget);

    -- What promotions have added to a deal for one of its participants. A returned sale has points below zero, for each sale
    -- that it returns; any other deal is its own sale.
    create table promotion_bonuses (
      deal_id integer not null references deals,
      sale_id integer not null references deals,
      promotion_id integer not null references promotions,
      user_id integer not null references users,
      points bigint not null check (case when deal_id = sale_id then points > 0 else points < 0 end),
      -- Whether the points were still pending when the deal was recalled: they were removed, and no entry takes them back.
      was_pending boolean not null default false,
      primary key (deal_id, sale_id, promotion_id, user_id)
    );
    create index promotion_bonuses_by_sale on promotion_bonuses (sale_id);
    create index promotion_bonuses_by_user on promotion_bonuses (user_id, promotion_id);
    create index promotion_bonuses_by_promotion on promotion_bonuses (promotion_id);
  `.execute(db);
}
