import { type Kysely, sql } from "kysely";

/**
 * What the rows of deals and of the ledger refer to is checked once for a statement instead of once for every row, which took
 * half of PostgreSQL's time for a report. Deals are counted by person and day, so that any page of a history is found without
 * reading those before it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deals
      drop constraint deals_file_id_fkey, drop constraint deals_curator_id_fkey, drop constraint deals_manager_id_fkey,
      drop constraint deals_member_id_fkey, drop constraint deals_company_id_fkey;
    alter table ledger_entries drop constraint ledger_entries_user_id_fkey;
    create index deals_by_company on deals (company_id);

    create function refuse_missing_reference() returns void language plpgsql as $$
      begin
        raise foreign_key_violation using message = 'a row refers to one that does not exist, which violates a foreign key';
      end
    $$;

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

    create function check_references_of_entries() returns trigger language plpgsql as $$
      begin
        if (select count(*) from (
            select from users where id in (select user_id from added) for key share
          ) found) < (select count(distinct user_id) from added)
        then
          perform refuse_missing_reference();
        end if;
        return null;
      end
    $$;
    create trigger ledger_entries_check_references after insert on ledger_entries
      referencing new table as added for each statement execute function check_references_of_entries();

    -- The ids of these tables are generated and never change.
    create function keep_what_is_referred_to() returns trigger language plpgsql as $$
      declare
        is_referred_to boolean := case tg_table_name
          when 'users' then exists (select from deals where manager_id = old.id)
            or exists (select from deals where member_id = old.id)
            or exists (select from ledger_entries where user_id = old.id)
          when 'companies' then exists (select from deals where company_id = old.id)
          else exists (select from deals where file_id = old.id)
        end;
      begin
        if is_referred_to then
          raise foreign_key_violation using message =
            format('a deal or a ledger entry refers to row %s of %s by a foreign key', old.id, tg_table_name);
        end if;
        return null;
      end
    $$;
    create trigger users_with_deals_stay after delete on users for each row execute function keep_what_is_referred_to();
    create trigger companies_with_deals_stay after delete on companies
      for each row execute function keep_what_is_referred_to();
    create trigger report_files_with_deals_stay after delete on report_files
      for each row execute function keep_what_is_referred_to();

    -- How many sales of a manager, or purchases of a member, a day has.
    create table deal_days (
      user_id integer not null references users,
      sell_date date not null,
      deals integer not null check (deals >= 0),
      primary key (user_id, sell_date)
    ) with (fillfactor = 70);
    insert into deal_days (user_id, sell_date, deals)
      select user_id, sell_date, count(*)
      from (select manager_id as user_id, sell_date from deals union all select member_id, sell_date from deals) sides
      group by user_id, sell_date;

    create function count_deals() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          update deal_days set deals = deal_days.deals - gone.deals
            from (
              select user_id, sell_date, count(*) as deals
              from (select manager_id as user_id, sell_date from removed union all select member_id, sell_date from removed) sides
              group by user_id, sell_date
            ) gone
            where deal_days.user_id = gone.user_id and deal_days.sell_date = gone.sell_date;
        end if;
        if tg_op <> 'DELETE' then
          -- In the order of the key, so that two reports don't deadlock.
          insert into deal_days (user_id, sell_date, deals)
            select user_id, sell_date, count(*)
            from (select manager_id as user_id, sell_date from added union all select member_id, sell_date from added) sides
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
