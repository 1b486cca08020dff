import { type Kysely, sql } from "kysely";

/**
 * Numbers each person's additions and each person's spendings from 1, so that any page of the history is a range of numbers.
 * Every entry is rewritten once, which takes a few minutes for 50 million of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index ledger_added, ledger_spent;
    alter table ledger_entries add column number integer;
    update ledger_entries set number = numbered.number
    from (select id, row_number() over (partition by user_id, amount > 0 order by id) as number from ledger_entries) numbered
    where ledger_entries.id = numbered.id;
    alter table ledger_entries alter column number set not null;
    create unique index ledger_added on ledger_entries (user_id, number) where amount > 0;
    create unique index ledger_spent on ledger_entries (user_id, number) where amount < 0;

    create or replace trigger ledger_entries_are_final
      before update of id, user_id, amount, balance_after, reason, reference, number, created_at or delete or truncate
      on ledger_entries for each statement execute function refuse_ledger_change();
  `.execute(db);
}
