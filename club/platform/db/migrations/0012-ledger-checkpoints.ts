import { type Kysely, sql } from "kysely";

/** Checkpoints of the verified ledger, and every rate that an article has had. Neither is ever changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'rows of % are never changed', tg_table_name;
      end
    $$;

    -- A slice of the ledger as it was verified: what follows the slice of the previous checkpoint.
    create table ledger_checkpoints (
      id bigint generated always as identity primary key,
      -- 0: the first one. Two checks at once can't both go on from the same checkpoint.
      previous_id bigint not null unique,
      up_to_entry_id bigint not null,
      up_to_deal_id bigint not null,
      up_to_exchange_id bigint not null,
      entry_count integer not null,
      -- How many differences there were. A slice that had some is verified again each time.
      differences integer not null,
      -- SHA-256 of the previous digest and the slice's entries.
      digest bytea not null,
      -- All of the above, sealed with the data key: whoever has only the database can't write one.
      signature_sealed bytea not null,
      created_at timestamptz not null default now()
    );
    -- The signature is sealed again when the data key is rotated.
    create trigger ledger_checkpoints_are_final
      before update of id, previous_id, up_to_entry_id, up_to_deal_id, up_to_exchange_id, entry_count, differences, digest,
        created_at or delete or truncate
      on ledger_checkpoints for each statement execute function refuse_change();

    -- The points of a piece of an article since a moment. A deal is compared with the rate of its day.
    create table article_rates (
      id bigint generated always as identity primary key,
      article_code text not null,
      manager_points bigint not null,
      member_points bigint not null,
      since timestamptz not null
    );
    create index article_rates_by_article on article_rates (article_code, since);
    create trigger article_rates_are_final before update or delete or truncate
      on article_rates for each statement execute function refuse_change();

    -- What is known of the rates until now: the articles, and what the deals were counted with.
    insert into article_rates (article_code, manager_points, member_points, since)
      select code, manager_points, member_points, timestamptz '-infinity' from articles
      union
      select article_code, manager_points / sell_count, member_points / sell_count, '-infinity' from deals
        where manager_points % sell_count = 0 and member_points % sell_count = 0;

    create function record_article_rate() returns trigger language plpgsql as $$
      begin
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
