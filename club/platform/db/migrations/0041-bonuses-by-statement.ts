import { type Kysely, sql } from "kysely";

/**
 * What bonuses refer to is checked once for a statement, as that of deals and entries (0014): a report beside a promotion
 * writes two for each sale, and a foreign key is checked for every row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table promotion_bonuses
      drop constraint promotion_bonuses_deal_id_fkey, drop constraint promotion_bonuses_sale_id_fkey,
      drop constraint promotion_bonuses_promotion_id_fkey, drop constraint promotion_bonuses_user_id_fkey;

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

    create or replace function keep_what_is_referred_to() returns trigger language plpgsql as $$
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
    create trigger deals_with_bonuses_stay after delete on deals for each row execute function keep_what_is_referred_to();
    create trigger promotions_with_bonuses_stay after delete on promotions
      for each row execute function keep_what_is_referred_to();
  `.execute(db);
}
