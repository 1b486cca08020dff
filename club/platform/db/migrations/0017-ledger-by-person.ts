import { type Kysely, sql } from "kysely";

/** A power of two: a later migration can split each partition into two without touching the others. */
const PARTITIONS = 4;

/**
 * Divides the ledger by person. Whoever reads or writes it waits meanwhile: its rows are moved at once, up to twenty seconds
 * for a million, because an entry must never stand in two places. Columns and name stay, so a release before goes on with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    lock table ledger_entries in access exclusive mode;
    alter table ledger_entries rename to ledger_entries_whole;
    alter sequence ledger_entries_id_seq rename to ledger_entries_whole_id_seq;

    -- Every unique key has the person, as keys of a partitioned table must. Ids are unique by their sequence.
    create table ledger_entries (
      id bigint generated always as identity,
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
      number integer not null
    ) partition by hash (user_id);
  `.execute(db);
  for (let part = 0; part < PARTITIONS; part++) {
    await sql`
      create table ${sql.table(`ledger_entries_${part}`)} partition of ledger_entries
        for values with (modulus ${sql.lit(PARTITIONS)}, remainder ${sql.lit(part)});
    `.execute(db);
  }
  await moveEntries(db);
  await keepRights(db);
  await createIndexes(db);
  await protectPartitions(db);
  await createStatistics(db);
}

/** Moves every entry, and gives no number twice. */
async function moveEntries(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into ledger_entries (id, user_id, amount, balance_after, reason, reference, action, created_at, number)
      overriding system value
      select id, user_id, amount, balance_after, reason, reference, action, created_at, number from ledger_entries_whole;
    select setval('ledger_entries_id_seq', last_value, is_called) from ledger_entries_whole_id_seq;

    do $$
      begin
        if (select (count(*), sum(id), sum(amount), sum(user_id::bigint * amount)) from ledger_entries)
          is distinct from
          (select (count(*), sum(id), sum(amount), sum(user_id::bigint * amount)) from ledger_entries_whole)
        then
          raise exception 'the divided ledger has other entries than the whole one';
        end if;
      end
    $$;
  `.execute(db);
}

/** Nodes that are running serve on: their role gets what it had of the table, and nothing of the partitions. */
async function keepRights(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
      declare
        given record;
      begin
        for given in
          select privilege_type as privilege, grantee::regrole as role from pg_class, aclexplode(relacl)
          where oid = 'ledger_entries_whole'::regclass and grantee not in (0, relowner)
        loop
          execute format('grant %s on ledger_entries to %s', given.privilege, given.role);
        end loop;
      end
    $$;
    drop table ledger_entries_whole;
  `.execute(db);
}

/** After the rows, and once the names of the former indexes are free. */
async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_entries add primary key (id, user_id);
    alter table ledger_entries add unique (user_id, reason, reference);
    create unique index ledger_added on ledger_entries (user_id, number) where amount > 0;
    create unique index ledger_spent on ledger_entries (user_id, number) where amount < 0;
    create index ledger_debt_payments on ledger_entries (reference) where reason = 'debt';
  `.execute(db);
}

/** A trigger of a statement is asked of the table that the statement names, so each partition has its own. */
async function protectPartitions(db: Kysely<unknown>): Promise<void> {
  const partitions = Array.from({ length: PARTITIONS }, (_, part) => `ledger_entries_${part}`);
  for (const table of ["ledger_entries", ...partitions]) {
    await sql`
      create trigger ledger_entries_are_final
        before update of id, user_id, amount, balance_after, reason, reference, number, created_at or delete or truncate
        on ${sql.table(table)} for each statement execute function refuse_ledger_change();
      create trigger ledger_entries_check_references after insert on ${sql.table(table)}
        referencing new table as added for each statement execute function check_references_of_entries();
    `.execute(db);
  }
}

/** PostgreSQL gathers statistics of partitions by itself, and never those of the whole. */
async function createStatistics(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function gather_ledger_statistics() returns void
    language plpgsql security definer set search_path from current as $$
      begin
        analyze ledger_entries;
      end
    $$;
    revoke execute on function gather_ledger_statistics() from public;
    analyze ledger_entries;
  `.execute(db);
}
