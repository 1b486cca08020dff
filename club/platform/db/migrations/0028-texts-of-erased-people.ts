import { type Kysely, sql } from "kysely";

/**
 * The texts of entries name people. The role that serves may change no entry, so this function of the tables' owner replaces the
 * texts that name one person by others that name nobody, and can do nothing else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function erase_entry_texts(person integer) returns integer
    language plpgsql security definer set search_path from current as $$
      declare
        tables text[] := array['ledger_entries', 'pending_credits', 'debts'];
        name text;
        changed integer;
        total integer := 0;
        -- The account that has an entry may have been merged into the one that its source names.
        owns text := '(entry.user_id = %1$s or entry.user_id in (select id from users where merged_into_id = %1$s))';
        statements text[] := array[
          'set action = ''Приглашение: Удалённый участник'' from invites
            where registered_user_id = $1 and ' || format(owns, 'inviter_id') || ' and reason = ''invite''
              and reference = invites.id::text',
          'set action = ''По вашей ссылке: Удалённый участник'' from users
            where users.id = $1 and ' || format(owns, 'referred_by_id') || ' and reason = ''referral'' and reference = $1::text',
          -- The manager's entry names the shop.
          'set action = ''Продажа '' || to_char(sell_date, ''DD.MM.YY'') || '': '' || article_name || '', '' || sell_count || '' шт.''
            from deals
            where member_id = $1 and ' || format(owns, 'manager_id') || ' and reason = ''deal'' and reference = ''deal:'' || deals.id',
          -- An operator's reason may name either of the two.
          'set action = split_part(entry.action, '' Причина: '', 1) from deals
            where $1 in (manager_id, member_id)
              and (' || format(owns, 'manager_id') || ' or ' || format(owns, 'member_id') || ')
              and reason = ''reversal'' and reference = ''deal:'' || deals.id',
          -- An operator's reason may stand behind the colon.
          'set action = ''Возврат за подарок «'' || prizes.name || ''»''
            from exchanges join prizes on prizes.id = prize_id
            where exchanges.user_id = $1 and ' || format(owns, '$1') || ' and reason = ''refund''
              and reference = ''exchange:'' || exchanges.id',
          'set action = ''Исправление'' where entry.user_id = $1 and reason = ''correction'''
        ];
        statement text;
      begin
        foreach name in array tables loop
          foreach statement in array statements loop
            execute format('update %I as entry ', name) || statement using person;
            get diagnostics changed = row_count;
            total := total + changed;
          end loop;
        end loop;
        return total;
      end
    $$;
    revoke execute on function erase_entry_texts(integer) from public;
  `.execute(db);
}
