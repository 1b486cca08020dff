import { type Kysely, sql } from "kysely";

/**
 * Balances and the ledger, whose entries are never changed. A balance stays below 2^53, so that every sum of points
 * is exact as a number of JavaScript.
 */
export async function createPoints(db: Kysely<unknown>): Promise<void> {
  await createLedger(db);
  await createCheckpoints(db);
  await createErasureOfTexts(db);
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table balances (
      user_id integer primary key references users,
      points bigint not null default 0 check (points >= 0),
      -- How many entries added and spent, so that a page of the history costs the same however long it is.
      added_count integer not null default 0,
      spent_count integer not null default 0,
      updated_at timestamptz not null default now(),
      constraint balances_points_exact check (points <= 9007199254740991)
    );

    create table ledger_entries (
      id bigint generated always as identity primary key,
      -- Of a user, which a trigger checks once for a statement: a foreign key would be checked for every row.
      user_id integer not null,
      amount bigint not null check (amount <> 0),
      balance_after bigint not null check (balance_after >= 0),
      reason text not null check (reason in (
        'deal', 'invite', 'referral', 'promo_code', 'promotion', 'exchange', 'refund', 'correction',
        'return', 'reversal', 'debt', 'expiry'
      )),
      reference text not null,
      action text not null,
      created_at timestamptz not null default now(),
      -- Each person's additions and each person's spendings from 1, so that any page of the history is a range of
      -- numbers.
      number integer not null,
      unique (user_id, reason, reference)
    );
    create unique index ledger_added on ledger_entries (user_id, number) where amount > 0;
    create unique index ledger_spent on ledger_entries (user_id, number) where amount < 0;
    create index ledger_debt_payments on ledger_entries (reference) where reason = 'debt';

    create function refuse_ledger_change() returns trigger language plpgsql as $$
      begin
        raise exception 'entries of the ledger are never changed; write a correction instead';
      end
    $$;
    -- The text may change: it holds names, and people may ask to be forgotten.
    create trigger ledger_entries_are_final
      before update of id, user_id, amount, balance_after, reason, reference, number, created_at or delete or truncate
      on ledger_entries for each statement execute function refuse_ledger_change();

    create function refuse_missing_reference() returns void language plpgsql as $$
      begin
        raise foreign_key_violation using message = 'a row refers to one that does not exist, which violates a foreign key';
      end
    $$;

    -- As with a foreign key, the rows referred to are locked against deletion until the transaction ends.
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

    -- What a participant has earned before the phone was confirmed and the rules accepted; credited on acceptance.
    create table pending_credits (
      id bigint generated always as identity primary key,
      user_id integer not null references users,
      amount bigint not null check (amount > 0),
      reason text not null,
      reference text not null,
      action text not null,
      created_at timestamptz not null default now(),
      available_on date,
      unique (user_id, reason, reference)
    );

    -- How many points of a credit become spendable only some days later.
    create table held_points (
      user_id integer not null references users,
      -- The credit's key among the entries of the ledger.
      reason text not null,
      reference text not null,
      -- The first day in Moscow on which the points can be spent.
      available_on date not null,
      -- Less than the credit where debts were paid out of it or a part was taken back.
      points bigint not null check (points >= 0),
      primary key (user_id, reason, reference)
    );
    create index held_points_by_day on held_points (user_id, available_on);
    create index held_points_available_on on held_points (available_on);

    -- The rest of an entry that the balance didn't cover. An entry of the whole amount has no debt.
    create table debts (
      id bigint generated always as identity primary key,
      user_id integer not null references users,
      reason text not null check (reason in ('return', 'reversal')),
      reference text not null,
      amount bigint not null check (amount > 0),
      amount_left bigint not null check (amount_left between 0 and amount),
      -- What the participant reads.
      action text not null,
      created_at timestamptz not null,
      unique (user_id, reason, reference)
    );
    create index debts_open on debts (user_id, id) where amount_left > 0;

    -- What will expire is announced first, and the same row says what became of it.
    create table point_expiries (
      user_id integer not null references users,
      expires_on date not null,
      -- What was announced: no more than this expires on the day.
      points bigint not null check (points > 0),
      announced_at timestamptz not null,
      -- What has expired; null before the day.
      expired_points bigint check (expired_points between 0 and points),
      primary key (user_id, expires_on)
    );
    create index point_expiries_open on point_expiries (expires_on) where expired_points is null;
  `.execute(db);
}

async function createCheckpoints(db: Kysely<unknown>): Promise<void> {
  await sql`
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
  `.execute(db);
}

/**
 * The texts of entries name people. The role that serves may change no entry, so this function of the tables' owner
 * replaces the texts that name one person by others that name nobody, and can do nothing else.
 */
async function createErasureOfTexts(db: Kysely<unknown>): Promise<void> {
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
