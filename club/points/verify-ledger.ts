import { type Kysely, sql } from "kysely";
import type { Database } from "../platform/db/schema";
import type { Seal } from "../platform/seal/seal";
import type { Db } from "../platform/services";
import { findChangedEntries, findForgedCheckpoints, readCheckpoints } from "./checkpoints";
import { compareBudgets } from "./compare-budgets";
import { comparePayments } from "./compare-payments";
import { compareRates, compareReturns } from "./compare-rates";
import type { BalanceDifference, LedgerDifference, SourceDifference } from "./ledger-differences";
import { ALL_SOURCES, MERGED_ACCOUNTS, selectSources } from "./ledger-sources";

/**
 * Recounts every person's entries, compares each entry, debt and pending credit with its source, and each deal with its
 * article's rate. An empty list means that the ledger is consistent. Corrections have no source; `sumCorrections` shows them. Reads a single state of the database, while
 * the club goes on, for as long as it takes.
 */
export async function verifyLedger(db: Kysely<Database>): Promise<LedgerDifference[]> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      return [
        ...(await compareBalances(trx)),
        ...(await compareSources(trx)),
        ...(await comparePayments(trx)),
        ...(await compareBudgets(trx)),
        ...(await compareRates(trx, sql`true`)),
        ...(await compareReturns(trx, sql`true`)),
      ];
    });
}

/**
 * Verifies every checkpoint: that the club has written it, and that its entries are as they were then. Slice by slice, so
 * that it passes a time-out however long the ledger is.
 */
export async function verifyCheckpoints(db: Kysely<Database>, seal: Seal): Promise<LedgerDifference[]> {
  const checkpoints = await readCheckpoints(db);
  const differences: LedgerDifference[] = findForgedCheckpoints(checkpoints, seal);
  for (const checkpoint of checkpoints) differences.push(...(await findChangedEntries(db, checkpoint)));
  return differences;
}

/** Counts the corrections, for an operator to look at: whoever writes one decides its points. */
export async function sumCorrections(db: Db): Promise<{ count: number; points: number }> {
  return db
    .selectFrom("ledger_entries")
    .select((entry) => [entry.fn.countAll<number>().as("count"), sql<number>`coalesce(sum(amount), 0)`.as("points")])
    .where("reason", "=", "correction")
    .executeTakeFirstOrThrow();
}

async function compareBalances(db: Db): Promise<BalanceDifference[]> {
  const { rows } = await sql<BalanceDifference>`
    with chained as (
      select id, user_id, amount, balance_after,
        coalesce(lag(balance_after) over (partition by user_id order by id), 0) + amount as expected,
        number = row_number() over (partition by user_id, amount > 0 order by id) as is_numbered
      from ledger_entries
    ), totals as (
      select user_id, sum(amount) as sum, min(id) filter (where balance_after <> expected or not is_numbered) as broken,
        count(*) filter (where amount > 0) as added, count(*) filter (where amount < 0) as spent
      from chained group by user_id
    )
    select 'balance' as kind, user_id as "userId", coalesce(points, 0) as balance, coalesce(sum, 0) as sum,
      broken as "brokenEntryId"
    from totals full join balances using (user_id)
    where coalesce(points, 0) <> coalesce(sum, 0) or broken is not null
      or (coalesce(added, 0), coalesce(spent, 0)) <> (coalesce(added_count, 0), coalesce(spent_count, 0))
    order by user_id
  `.execute(db);
  return rows;
}

async function compareSources(db: Db): Promise<SourceDifference[]> {
  const { rows } = await sql<SourceDifference>`
    with expected as (${selectSources(ALL_SOURCES)}), kept as (
      select entry.id, false as is_pending, user_id, reason, reference,
        coalesce(entry.amount, 0) - coalesce(debts.amount, 0) as amount
      from (
        select id, user_id, reason, reference, amount from ledger_entries where reason not in ('correction', 'debt')
      ) entry full join debts using (user_id, reason, reference)
      union all
      select id, true, user_id, reason, reference, amount from pending_credits where reason <> 'correction'
    ), recorded as (
      select id, is_pending, coalesce(account_id, user_id) as user_id, reason, reference, amount
      from kept left join ${MERGED_ACCOUNTS} merged using (user_id)
    )
    select 'source' as kind, user_id as "userId", reason, reference, recorded.id as "entryId",
      coalesce(is_pending, false) as "isPending", recorded.amount as recorded, expected.amount as expected
    from recorded full join expected using (user_id, reason, reference)
    where recorded.amount is distinct from expected.amount
    order by user_id, recorded.id, reference
  `.execute(db);
  return rows;
}
