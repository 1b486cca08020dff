import { sql } from "kysely";
import { alias } from "../../contract/values";
import type { LedgerReason } from "../db/types";
import { RefusalError } from "../http/refusal-error";
import type { Db, Trx } from "../services";

/** Points that somebody has earned. `reference` is unique within the person and the reason: the same credit counts once. */
export interface Credit {
  readonly userId: number;
  /** Whole points above zero. */
  readonly amount: number;
  readonly reason: LedgerReason;
  readonly reference: string;
  /** What the participant reads in the history. */
  readonly action: string;
  readonly createdAt?: Date;
}

/** `pending`: kept until the person's phone is confirmed and the rules are accepted; `known`: the reference was there before. */
export type CreditOutcome = "credited" | "pending" | "known";

export interface Spending {
  readonly userId: number;
  readonly amount: number;
  readonly reason: LedgerReason;
  readonly reference: string;
  readonly action: string;
  readonly createdAt?: Date;
}

export type Refund = Omit<Spending, "reason">;

/** A person whose balance or counts aren't those of the entries, or whose entries don't follow one another. */
export interface LedgerDiscrepancy {
  readonly userId: number;
  readonly balance: number;
  readonly sum: number;
  /** The first entry whose `balance_after` isn't the one before plus its amount. */
  readonly brokenEntryId: number | null;
}

/**
 * Credits points, in a few statements however many credits there are, and tells the outcome of each in the given order.
 * What isn't due yet, before the phone is confirmed and the rules are accepted, waits in `pending_credits`.
 * A transaction calls it once, with all its credits: balances are locked in the order of user ids, so no two calls deadlock.
 */
export async function creditPoints(trx: Trx, credits: readonly Credit[]): Promise<CreditOutcome[]> {
  if (credits.length === 0) return [];
  for (const { amount } of credits) requireAmount(amount);
  await lockBalances(trx, [...new Set(credits.map((credit) => credit.userId))]);
  // Activation is read after the lock, so a credit either waits for the release or is seen by it.
  const { rows } = await sql<{ n: number; active: boolean }>`
    with given as (
      select distinct on (user_id, reason, reference) *
      from unnest(
        ${credits.map((credit) => credit.userId)}::int[], ${credits.map((credit) => credit.amount)}::int[],
        ${credits.map((credit) => credit.reason)}::text[], ${credits.map((credit) => credit.reference)}::text[],
        ${credits.map((credit) => credit.action)}::text[], ${credits.map((credit) => credit.createdAt ?? null)}::timestamptz[]
      ) with ordinality as credit (user_id, amount, reason, reference, action, created_at, n)
      order by user_id, reason, reference, n
    ), fresh as (
      select given.*, users.phone_confirmed_at is not null and users.agreement_accepted_at is not null as active
      from given join users on users.id = given.user_id
      where not exists (select from ledger_entries known where (known.user_id, known.reason, known.reference) = (given.user_id, given.reason, given.reference))
        and not exists (select from pending_credits known where (known.user_id, known.reason, known.reference) = (given.user_id, given.reason, given.reference))
    ), entered as (
      insert into ledger_entries (user_id, amount, balance_after, reason, reference, action, created_at)
      select user_id, amount, points + sum(amount) over (partition by user_id order by n), reason, reference, action, coalesce(created_at, now())
      from fresh join balances using (user_id) where active order by n
      returning user_id, amount
    ), raised as (
      update balances set points = points + total, added_count = added_count + entries, updated_at = now()
      from (select user_id, sum(amount) as total, count(*) as entries from entered group by user_id) totals
      where balances.user_id = totals.user_id
    ), kept as (
      insert into pending_credits (user_id, amount, reason, reference, action, created_at)
      select user_id, amount, reason, reference, action, coalesce(created_at, now()) from fresh where not active order by n
    )
    select n, active from fresh
  `.execute(trx);
  const outcomes = credits.map((): CreditOutcome => "known");
  for (const { n, active } of rows) outcomes[n - 1] = active ? "credited" : "pending";
  return outcomes;
}

/**
 * Takes points off a balance.
 * @throws RefusalError notEnoughPoints when the balance is too low; nothing is written then
 */
export async function spendPoints(trx: Trx, spending: Spending): Promise<void> {
  requireAmount(spending.amount);
  const balance = await trx
    .updateTable("balances")
    .set({ points: sql`points - ${spending.amount}`, spent_count: sql`spent_count + 1`, updated_at: sql`now()` })
    .where("user_id", "=", spending.userId)
    .where("points", ">=", spending.amount)
    .returning("points")
    .executeTakeFirst();
  if (!balance) throw new RefusalError(alias.notEnoughPoints, "На вашем счёте не хватает баллов.");
  await enter(trx, { ...spending, amount: -spending.amount, balanceAfter: balance.points });
}

/** Gives points back, once for a reference. Returns whether they were given now. */
export async function refundPoints(trx: Trx, refund: Refund): Promise<boolean> {
  requireAmount(refund.amount);
  await lockBalances(trx, [refund.userId]);
  const known = await trx
    .selectFrom("ledger_entries")
    .select("id")
    .where("user_id", "=", refund.userId)
    .where("reason", "=", "refund")
    .where("reference", "=", refund.reference)
    .executeTakeFirst();
  if (known) return false;
  const balance = await trx
    .updateTable("balances")
    .set({ points: sql`points + ${refund.amount}`, added_count: sql`added_count + 1`, updated_at: sql`now()` })
    .where("user_id", "=", refund.userId)
    .returning("points")
    .executeTakeFirstOrThrow();
  await enter(trx, { ...refund, reason: "refund", balanceAfter: balance.points });
  return true;
}

/**
 * Credits what waited for the person's activation, in the transaction that activates; the entries bear today's date.
 * Returns the points credited.
 */
export async function releasePendingCredits(trx: Trx, userId: number): Promise<number> {
  await lockBalances(trx, [userId]);
  const { rows } = await sql<{ points: number }>`
    with released as (
      delete from pending_credits where user_id = ${userId} returning *
    ), entered as (
      insert into ledger_entries (user_id, amount, balance_after, reason, reference, action)
      select user_id, amount, balances.points + sum(amount) over (order by released.id), reason, reference, action
      from released join balances using (user_id) order by released.id
      returning amount
    ), raised as (
      update balances set
        points = points + (select coalesce(sum(amount), 0) from entered),
        added_count = added_count + (select count(*) from entered),
        updated_at = now()
      where user_id = ${userId}
    )
    select coalesce(sum(amount), 0)::int as points from entered
  `.execute(trx);
  return rows[0]?.points ?? 0;
}

/** A person's points; 0 for someone who never had any. */
export async function readBalance(db: Db, userId: number): Promise<number> {
  const row = await db.selectFrom("balances").select("points").where("user_id", "=", userId).executeTakeFirst();
  return row?.points ?? 0;
}

/** Locks a person's balance until the transaction ends, so that what it decides is decided one at a time. Returns the points. */
export async function lockBalance(trx: Trx, userId: number): Promise<number> {
  await lockBalances(trx, [userId]);
  return readBalance(trx, userId);
}

/** Recounts every person's entries; an empty list means that the ledger holds. */
export async function verifyLedger(db: Db): Promise<LedgerDiscrepancy[]> {
  const { rows } = await sql<LedgerDiscrepancy>`
    with chained as (
      select id, user_id, amount, balance_after,
        coalesce(lag(balance_after) over (partition by user_id order by id), 0) + amount as expected
      from ledger_entries
    ), counted as (
      select user_id, sum(amount)::int as sum, min(id) filter (where balance_after <> expected) as broken,
        count(*) filter (where amount > 0) as added, count(*) filter (where amount < 0) as spent
      from chained group by user_id
    )
    select user_id as "userId", coalesce(points, 0) as balance, coalesce(sum, 0) as sum, broken as "brokenEntryId"
    from counted full join balances using (user_id)
    where coalesce(points, 0) <> coalesce(sum, 0) or broken is not null
      or (coalesce(added, 0), coalesce(spent, 0)) <> (coalesce(added_count, 0), coalesce(spent_count, 0))
    order by user_id
  `.execute(db);
  return rows;
}

function requireAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError("points move by whole amounts above zero");
}

/** Locks the balance rows in the order of ids, making those that aren't there yet. */
async function lockBalances(trx: Trx, userIds: readonly number[]): Promise<void> {
  await sql`
    insert into balances (user_id) select id from unnest(${userIds}::int[]) id order by id on conflict do nothing
  `.execute(trx);
  await sql`
    select user_id from balances where user_id = any(${userIds}::int[]) order by user_id for update
  `.execute(trx);
}

async function enter(trx: Trx, entry: Spending & { amount: number; balanceAfter: number }): Promise<void> {
  await trx
    .insertInto("ledger_entries")
    .values({
      user_id: entry.userId,
      amount: entry.amount,
      balance_after: entry.balanceAfter,
      reason: entry.reason,
      reference: entry.reference,
      action: entry.action,
      ...(entry.createdAt && { created_at: entry.createdAt }),
    })
    .execute();
}
