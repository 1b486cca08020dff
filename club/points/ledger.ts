import { type RawBuilder, sql } from "kysely";
import { alias, NOT_ENOUGH_POINTS_MESSAGE } from "../../contract/values";
import type { LedgerReason } from "../platform/db/types";
import { RefusalError } from "../platform/http/refusal-error";
import type { Db, Services, Trx } from "../platform/services";
import { type Authority, countCredit, hasRoom } from "./day-limits";

/** Points that an inviter, or the owner of a referral link, gets when the invited person becomes active. */
export const INVITE_POINTS = 100;

/** Points that a person has earned. `reference` is unique for the person and the reason, so the same credit counts once. */
export interface Credit {
  readonly userId: number;
  /** Whole points above zero. */
  readonly amount: number;
  readonly reason: LedgerReason;
  readonly reference: string;
  /** The text in the participant's history of points. */
  readonly action: string;
  readonly createdAt?: Date;
  /** The day from which the points can be spent, as "yyyy-mm-dd" in Moscow; at once without it. */
  readonly availableOn?: string | undefined;
}

/**
 * `pending`: stored until the person's phone is confirmed and the rules are accepted; `waiting`: stored until the club's points
 * of a day have room; `duplicate`: the reference exists already.
 */
export type CreditOutcome = "credited" | "pending" | "waiting" | "duplicate";

export interface Spending {
  readonly userId: number;
  readonly amount: number;
  readonly reason: LedgerReason;
  readonly reference: string;
  readonly action: string;
  readonly createdAt?: Date;
}

/** Points that are taken back whether or not the balance has them. `reference` is unique for the person and the reason. */
export interface Taking extends Spending {
  readonly reason: "return" | "reversal";
  readonly createdAt: Date;
}

export type Refund = Omit<Spending, "reason">;

/**
 * Credits points, in a few statements for any number of credits, and returns the outcome of each in the given order.
 * Credits of a person whose phone isn't confirmed or who hasn't accepted the rules are stored in `pending_credits`. Those of a
 * person with debts pay them.
 * A transaction calls it once, with all its credits: balances are locked in the order of user ids, so that calls don't deadlock.
 *
 * @param authority by whose authority; it decides to which limits of the day the points count
 * @param options.areNew whether the transaction itself has created what the references name, so that no credit can exist yet
 * @param options.mayWait whether credits by the club's rules wait when the day has no room for them, instead of being refused
 * @throws DayLimitReached
 */
export async function creditPoints(
  trx: Trx,
  authority: Authority,
  credits: readonly Credit[],
  { areNew = false, mayWait = false }: { areNew?: boolean; mayWait?: boolean } = {},
): Promise<CreditOutcome[]> {
  if (credits.length === 0) return [];
  for (const { amount } of credits) requireAmount(amount);
  await lockBalances(trx, [...new Set(credits.map((credit) => credit.userId))]);
  const total = credits.reduce((sum, { amount }) => sum + amount, 0);
  const isAsked = mayWait && authority.kind === "rule";
  const waits = isAsked && !(await hasRoom(trx, authority.services, total));
  if (!isAsked) await countCredit(trx, authority, total);
  const requested = sql`
    select distinct on (user_id, reason, reference)
      user_id, amount, reason, reference, action, coalesce(created_at, now()) as created_at, available_on, n
    from unnest(
      ${credits.map((credit) => credit.userId)}::int[], ${credits.map((credit) => credit.amount)}::bigint[],
      ${credits.map((credit) => credit.reason)}::text[], ${credits.map((credit) => credit.reference)}::text[],
      ${credits.map((credit) => credit.action)}::text[], ${credits.map((credit) => credit.createdAt ?? null)}::timestamptz[],
      ${credits.map((credit) => credit.availableOn ?? null)}::date[]
    ) with ordinality as credit (user_id, amount, reason, reference, action, created_at, available_on, n)
    order by user_id, reason, reference, n
  `;
  const isNew = sql`
    ${areNew}::boolean or not (
      exists (select from ledger_entries existing where (existing.user_id, existing.reason, existing.reference) = (requested.user_id, requested.reason, requested.reference))
      or exists (select from pending_credits existing where (existing.user_id, existing.reason, existing.reference) = (requested.user_id, requested.reason, requested.reference))
    )
  `;
  const areHeld = credits.some(({ availableOn }) => availableOn !== undefined);
  const { rows } = await sql<{ n: number; active: boolean }>`
    with ${newCreditsOf(requested, isNew, { areHeld, waits })} select n, active from new_credits
  `.execute(trx);
  const outcomes = credits.map((): CreditOutcome => "duplicate");
  for (const { n, active } of rows) outcomes[n - 1] = active ? "credited" : waits ? "waiting" : "pending";
  return outcomes;
}

/**
 * The same for credits that a query finds and that the transaction itself has created, so that none can exist yet. Nothing of
 * them goes through the club's process.
 *
 * @param userIds everybody whose credits these are; others may be among them
 * @param credits selects user_id, amount (above zero), reason, reference, action, created_at, available_on and n, their order
 * @param options.areHeld whether some have a day in available_on
 * @returns the points of all of them
 * @throws DayLimitReached
 */
export async function creditSelected(
  trx: Trx,
  authority: Authority,
  userIds: readonly number[],
  credits: RawBuilder<unknown>,
  { areHeld }: { areHeld: boolean },
): Promise<number> {
  await lockBalances(trx, [...new Set(userIds)]);
  const { rows } = await sql<{ points: number }>`
    with ${newCreditsOf(credits, sql`true`, { areHeld })} select coalesce(sum(amount), 0)::bigint as points from new_credits
  `.execute(trx);
  const points = rows[0]?.points ?? 0;
  await countCredit(trx, authority, points);
  return points;
}

/**
 * Common table expressions that write the credits which are new: as entries, or as pending ones. Whether the person is active
 * is read after the balances are locked: a credit written as pending is always seen by `releasePendingCredits`.
 */
function newCreditsOf(
  requested: RawBuilder<unknown>,
  isNew: RawBuilder<unknown>,
  { areHeld, waits = false }: { areHeld: boolean; waits?: boolean },
): RawBuilder<unknown> {
  return sql`new_credits as (
      select requested.*,
        not ${waits}::boolean and users.phone_confirmed_at is not null and users.agreement_accepted_at is not null as active
      from (${requested}) requested join users on users.id = requested.user_id
      where ${isNew}
    ), active_credits as (
      select * from new_credits where active
    ), ${creditsOf(sql`active_credits`, { areHeld })}, new_pending as (
      insert into pending_credits (user_id, amount, reason, reference, action, created_at, available_on, waits_for_room)
      select user_id, amount, reason, reference, action, created_at, available_on, ${waits}::boolean
      from new_credits where not active order by n
    )`;
}

/**
 * Common table expressions that write credits as entries and pay debts out of them, the oldest first. The balances of the
 * people have to be locked, which also keeps others from their debts.
 *
 * @param credits a common table expression with the columns user_id, amount (above zero), reason, reference, action,
 * created_at and n, their order
 * @param options.areHeld whether some can't be spent at once: the column available_on says from when
 */
function creditsOf(credits: RawBuilder<unknown>, { areHeld = false } = {}): RawBuilder<unknown> {
  return sql`credited as (
      select user_id, sum(amount) as total, max(created_at) as created_at from ${credits} group by user_id
    ), open_debts as (
      select id, debts.user_id, amount_left, action, total, credited.created_at,
        sum(amount_left) over (partition by debts.user_id order by id) - amount_left as older
      from debts join credited on credited.user_id = debts.user_id where amount_left > 0
    ), payments as (
      select *, least(amount_left, total - older) as paid from open_debts where total > older
    ), paid_debts as (
      update debts set amount_left = debts.amount_left - paid from payments where debts.id = payments.id
    ), movements as (
      select user_id, amount, reason, reference, action, created_at, n, null::bigint as debt_id from ${credits}
      union all
      -- What is left makes the reference of each payment another one. The reason stands with the debt.
      select user_id, -paid, 'debt', 'debt:' || id || ':' || (amount_left - paid), 'В счёт долга: ' || split_part(action, ' Причина: ', 1), created_at, null, id
      from payments
    ), new_entries as (
      insert into ledger_entries (user_id, amount, balance_after, number, reason, reference, action, created_at)
      -- Each person's entries in turn: ids need an order only among those, and one order sorts for the window and for the indexes.
      select user_id, amount, points + sum(amount) over so_far,
        case when amount > 0 then added_count + count(*) filter (where amount > 0) over so_far
          else spent_count + count(*) filter (where amount < 0) over so_far end,
        reason, reference, action, movements.created_at
      from movements join balances using (user_id)
      window so_far as (partition by user_id order by debt_id nulls first, n rows unbounded preceding)
      order by user_id, debt_id nulls first, n
      returning user_id, amount
    ), updated_balances as (
      update balances
      set points = points + sum, added_count = added_count + added, spent_count = spent_count + spent, updated_at = now()
      from (
        select user_id, sum(amount) as sum, count(*) filter (where amount > 0) as added,
          count(*) filter (where amount < 0) as spent
        from new_entries group by user_id
      ) totals
      where balances.user_id = totals.user_id
    )${areHeld ? sql`, ${holdsOf(credits)}` : sql``}`;
}

/**
 * A common table expression that notes which of the credits can't be spent yet. Debts are paid out of those that can first,
 * then out of those that can earlier.
 */
function holdsOf(credits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`held as (
      insert into held_points (user_id, reason, reference, available_on, points)
      select user_id, reason, reference, available_on, least(amount, earned - paid)
      from (
        select credit.user_id, reason, reference, amount, available_on, coalesce(paid, 0) as paid,
          sum(amount) over (partition by credit.user_id order by available_on nulls first, n) as earned
        from ${credits} credit
          left join (select user_id, sum(paid) as paid from payments group by user_id) payment using (user_id)
      ) earning
      where available_on is not null and earned > paid
    )`;
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
    .returning(["points", "spent_count as number"])
    .executeTakeFirst();
  if (!balance) throw new RefusalError(alias.notEnoughPoints, NOT_ENOUGH_POINTS_MESSAGE);
  await insertEntry(trx, { ...spending, amount: -spending.amount }, balance);
}

/**
 * The same for a statement that writes more: common table expressions that write the entries and take the points off the
 * balances. The balances have to be locked, and to have the points.
 *
 * @param spendings a common table expression with the columns user_id, amount (above zero), reason, reference, action,
 * created_at and n, their order
 */
export function spendingsOf(spendings: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`spent_entries as (
      insert into ledger_entries (user_id, amount, balance_after, number, reason, reference, action, created_at)
      select user_id, -amount, points - sum(amount) over (partition by user_id order by n),
        spent_count + row_number() over (partition by user_id order by n), reason, reference, action, created_at
      from ${spendings} join balances using (user_id) order by n
      returning user_id, amount
    ), spent_balances as (
      update balances set points = points + sum, spent_count = spent_count + entries, updated_at = now()
      from (select user_id, sum(amount) as sum, count(*) as entries from spent_entries group by user_id) totals
      where balances.user_id = totals.user_id
    )`;
}

/** Gives points back, once for each reference. Returns false when this refund was made before. */
export async function refundPoints(trx: Trx, refund: Refund): Promise<boolean> {
  requireAmount(refund.amount);
  await lockBalances(trx, [refund.userId]);
  const earlier = await trx
    .selectFrom("ledger_entries")
    .select("id")
    .where("user_id", "=", refund.userId)
    .where("reason", "=", "refund")
    .where("reference", "=", refund.reference)
    .executeTakeFirst();
  if (earlier) return false;
  await sql`
    with refund as (
      select ${refund.userId}::int as user_id, ${refund.amount}::bigint as amount, 'refund' as reason,
        ${refund.reference} as reference, ${refund.action} as action, coalesce(${refund.createdAt ?? null}, now()) as created_at,
        1 as n
    ), ${creditsOf(sql`refund`)}
    select from refund
  `.execute(trx);
  return true;
}

/** What was credited at once: the points, and how many sales and invited people they are for. */
export interface ReleasedCredits {
  readonly points: number;
  readonly sales: number;
  readonly invites: number;
}

export const NOTHING_RELEASED: ReleasedCredits = { points: 0, sales: 0, invites: 0 };

/** Credits a person's pending credits, in the transaction that makes the person active. The entries get today's date. */
export async function releasePendingCredits(trx: Trx, userId: number): Promise<ReleasedCredits> {
  await lockBalances(trx, [userId]);
  const { rows } = await sql<ReleasedCredits>`
    with released as (
      delete from pending_credits where user_id = ${userId} and not waits_for_room
      returning user_id, amount, reason, reference, action, now() as created_at, available_on, id as n
    ), ${creditsOf(sql`released`, { areHeld: true })}
    select coalesce(sum(amount), 0) as points, count(*) filter (where reason = 'deal') as sales,
      count(*) filter (where reason in ('invite', 'referral')) as invites
    from released
  `.execute(trx);
  return rows[0] ?? NOTHING_RELEASED;
}

/**
 * Credits the oldest credit that waits for a day with room, if today has room for it. That of a person who isn't active yet
 * waits for that then. @returns whether there was one
 */
export async function creditWaiting(trx: Trx, services: Services): Promise<boolean> {
  const waiting = await trx
    .selectFrom("pending_credits")
    .select(["id", "user_id", "amount"])
    .where("waits_for_room", "=", true)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return false;
  await lockBalances(trx, [waiting.user_id]);
  // Whether the person is active is read after the lock: whoever becomes it now finds the credit as any pending one.
  const freed = await trx
    .updateTable("pending_credits")
    .from("users")
    .set({ waits_for_room: false })
    .whereRef("users.id", "=", "pending_credits.user_id")
    .where("pending_credits.id", "=", waiting.id)
    .where("waits_for_room", "=", true)
    .returning(sql<boolean>`phone_confirmed_at is not null and agreement_accepted_at is not null`.as("active"))
    .executeTakeFirst();
  // Another process was first.
  if (!freed) return true;
  await countCredit(trx, { kind: "rule", services }, waiting.amount);
  if (freed.active) await releasePendingCredits(trx, waiting.user_id);
  return true;
}

/** Reads a person's points; 0 for a person who never had any. */
export async function readBalance(db: Db, userId: number): Promise<number> {
  const row = await db.selectFrom("balances").select("points").where("user_id", "=", userId).executeTakeFirst();
  return row?.points ?? 0;
}

/** Locks a person's balance until the transaction ends, so that one transaction at a time decides by it. Returns the points. */
export async function lockBalance(trx: Trx, userId: number): Promise<number> {
  await lockBalances(trx, [userId]);
  return readBalance(trx, userId);
}

/** @throws RangeError */
export function requireAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError("An amount of points must be a whole number above zero");
}

/** Locks the balance rows in the order of user ids until the transaction ends, and inserts those that don't exist yet. */
export async function lockBalances(trx: Trx, userIds: readonly number[]): Promise<void> {
  await sql`
    insert into balances (user_id)
    select id from unnest(${userIds}::int[]) id
    where not exists (select from balances existing where existing.user_id = id)
    order by id on conflict do nothing
  `.execute(trx);
  await sql`
    select user_id from balances where user_id = any(${userIds}::int[]) order by user_id for update
  `.execute(trx);
}

/** @param balance the points after the entry, and the entry's number among the person's additions or spendings */
async function insertEntry(trx: Trx, entry: Spending, balance: { points: number; number: number }): Promise<void> {
  await trx
    .insertInto("ledger_entries")
    .values({
      user_id: entry.userId,
      amount: entry.amount,
      balance_after: balance.points,
      number: balance.number,
      reason: entry.reason,
      reference: entry.reference,
      action: entry.action,
      ...(entry.createdAt && { created_at: entry.createdAt }),
    })
    .execute();
}
