import { type Kysely, sql } from "kysely";

/** Prizes of any kind may have a stock, rates are dated by hand, and banners lead somewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table prizes
      -- Units that are left; null: as many as are wanted. A prize with sizes counts each size instead.
      add column stock integer check (stock >= 0);

    -- When a rate was entered: one for an earlier day doesn't question the deals that were counted before. Null: at its time.
    alter table article_rates add column recorded_at timestamptz;

    create or replace function record_article_rate() returns trigger language plpgsql as $$
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

    alter table banners
      -- Where the banner leads; empty: nowhere.
      add column link text not null default '';
  `.execute(db);
}
