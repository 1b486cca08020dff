import { sql } from "kysely";
import type { LedgerReason } from "../platform/db/types";
import type { Services, Trx } from "../platform/services";
import { takeHeldPoints } from "./held-points";
import { lockBalances, requireAmount, type Taking } from "./ledger";

/**
 * Takes points back that were credited by mistake or for a sale that was returned, in a few statements for any number. What
 * a balance, with what of it can't be spent yet, doesn't cover becomes a debt, which later credits pay. A transaction that also
 * credits does that first, and locks the balances of all with `lockBalances` before.
 *
 * @param takings each for something that this transaction has made or marked, so that none was made before
 * @returns the points that became debts
 */
export async function takeBackPoints(trx: Trx, services: Services, takings: readonly Taking[]): Promise<number> {
  if (takings.length === 0) return 0;
  for (const { amount } of takings) requireAmount(amount);
  await lockBalances(trx, [...new Set(takings.map((taking) => taking.userId))]);
  const { rows } = await sql<{ owed: number }>`
    with taken_back as (
      select taking.*, points, spent_count, sum(amount) over (partition by user_id order by n) - amount as earlier
      from unnest(
        ${takings.map((taking) => taking.userId)}::int[], ${takings.map((taking) => taking.amount)}::bigint[],
        ${takings.map((taking) => taking.reason)}::text[], ${takings.map((taking) => taking.reference)}::text[],
        ${takings.map((taking) => taking.action)}::text[], ${takings.map((taking) => taking.createdAt)}::timestamptz[]
      ) with ordinality as taking (user_id, amount, reason, reference, action, created_at, n)
      join balances using (user_id)
    ), parts as (
      select *, least(amount, greatest(points - earlier, 0)) as taken from taken_back
    ), new_entries as (
      insert into ledger_entries (user_id, amount, balance_after, number, reason, reference, action, created_at)
      select user_id, -taken, points - earlier - taken, spent_count + row_number() over (partition by user_id order by n),
        reason, reference, action, created_at
      from parts where taken > 0 order by n
      returning user_id, amount
    ), updated_balances as (
      update balances set points = points + sum, spent_count = spent_count + entries, updated_at = now()
      from (select user_id, sum(amount) as sum, count(*) as entries from new_entries group by user_id) totals
      where balances.user_id = totals.user_id
    ), new_debts as (
      insert into debts (user_id, reason, reference, amount, amount_left, action, created_at)
      select user_id, reason, reference, amount - taken, amount - taken, action, created_at
      from parts where taken < amount order by n
    )
    select coalesce(sum(amount - taken), 0) as owed from parts
  `.execute(trx);
  await takeHeldPoints(trx, services, takings);
  return rows[0]?.owed ?? 0;
}

/**
 * Removes credits that are still pending. The balances of the people have to be locked.
 * @returns those that were pending
 */
export async function removePendingCredits(
  trx: Trx,
  credits: readonly { userId: number; reason: LedgerReason; reference: string }[],
): Promise<{ userId: number; reference: string }[]> {
  const { rows } = await sql<{ userId: number; reference: string }>`
    delete from pending_credits
    using unnest(
      ${credits.map(({ userId }) => userId)}::int[], ${credits.map(({ reason }) => reason)}::text[],
      ${credits.map(({ reference }) => reference)}::text[]
    ) as credit (user_id, reason, reference)
    where (pending_credits.user_id, pending_credits.reason, pending_credits.reference)
      = (credit.user_id, credit.reason, credit.reference)
    returning credit.user_id as "userId", credit.reference
  `.execute(trx);
  return rows;
}
