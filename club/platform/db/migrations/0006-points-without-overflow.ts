import { type Kysely, sql } from "kysely";

/**
 * Points no longer overflow, entries of the ledger are never changed, and a report may wait for an operator.
 *
 * Sums of points become bigint. A balance stays below 2^53, so that every sum is exact as a number of JavaScript. Tables
 * with many rows are rewritten once, which takes a few minutes for 50 million entries.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table balances
      alter column points type bigint,
      add constraint balances_points_exact check (points <= 9007199254740991);
    alter table ledger_entries alter column amount type bigint, alter column balance_after type bigint;
    alter table pending_credits alter column amount type bigint;
    alter table deals alter column manager_points type bigint, alter column member_points type bigint;

    alter table report_files
      alter column points type bigint,
      -- When an operator said yes to a report that had been held back.
      add column approved_at timestamptz,
      drop constraint report_files_status_check,
      add constraint report_files_status_check
        check (status in ('queued', 'in_progress', 'waiting_approval', 'done', 'failed', 'refused'));

    create function refuse_ledger_change() returns trigger language plpgsql as $$
      begin
        raise exception 'entries of the ledger are never changed; write a correction instead';
      end
    $$;
    -- The text may change: it holds names, and people may ask to be forgotten.
    create trigger ledger_entries_are_final
      before update of id, user_id, amount, balance_after, reason, reference, created_at or delete or truncate
      on ledger_entries for each statement execute function refuse_ledger_change();
  `.execute(db);
}
