import { type Kysely, sql } from "kysely";
import { pointHolders } from "../../contract/values";
import type { Database } from "../db/schema";
import type { LedgerReason } from "../db/types";
import type { Db } from "../services";
import { INVITE_POINTS } from "./ledger";

/** A person whose balance or counts differ from the sum or number of the entries, or whose entries don't continue one another. */
export interface BalanceDifference {
  readonly kind: "balance";
  readonly userId: number;
  readonly balance: number;
  readonly sum: number;
  /** The first entry whose `balance_after` isn't the previous balance plus the amount. */
  readonly brokenEntryId: number | null;
}

/** An entry or a pending credit that differs from what it comes from, such as a deal or an exchange. */
export interface SourceDifference {
  readonly kind: "source";
  readonly userId: number;
  readonly reason: LedgerReason;
  readonly reference: string;
  /** The id in `ledger_entries`, or in `pending_credits` when `isPending`. Null: the entry is missing. */
  readonly entryId: number | null;
  readonly isPending: boolean;
  /** The entry's points; null when it is missing. */
  readonly recorded: number | null;
  /** The source's points; null when the entry has no source. */
  readonly expected: number | null;
}

export type LedgerDifference = BalanceDifference | SourceDifference;

/**
 * Recounts every person's entries and compares each entry and pending credit with its source. An empty list means that the
 * ledger is consistent. Corrections have no source; `sumCorrections` shows them. Reads a single state of the database, while
 * the club goes on, for as long as it takes.
 */
export async function verifyLedger(db: Kysely<Database>): Promise<LedgerDifference[]> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      return [...(await compareBalances(trx)), ...(await compareSources(trx))];
    });
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
        coalesce(lag(balance_after) over (partition by user_id order by id), 0) + amount as expected
      from ledger_entries
    ), totals as (
      select user_id, sum(amount) as sum, min(id) filter (where balance_after <> expected) as broken,
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
    with expected as (${selectSources()}), recorded as (
      select id, false as is_pending, user_id, reason, reference, amount from ledger_entries where reason <> 'correction'
      union all
      select id, true, user_id, reason, reference, amount from pending_credits where reason <> 'correction'
    )
    select 'source' as kind, user_id as "userId", reason, reference, recorded.id as "entryId",
      coalesce(is_pending, false) as "isPending", recorded.amount as recorded, expected.amount as expected
    from recorded full join expected using (user_id, reason, reference)
    where recorded.amount is distinct from expected.amount
    order by user_id, recorded.id, reference
  `.execute(db);
  return rows;
}

/** Selects the points that every source gives or takes, with the person, reason and reference that its entry must have. */
function selectSources() {
  const isPointHolder = sql`inviter.role = any(${[...pointHolders]}::text[]) and not inviter.is_system`;
  return sql`
    select manager_id as user_id, 'deal' as reason, 'deal:' || id as reference, manager_points as amount
      from deals where manager_points > 0
    union all
    select member_id, 'deal', 'deal:' || id, member_points from deals where member_points > 0
    union all
    select inviter_id, 'invite', invites.id::text, ${INVITE_POINTS}::bigint
      from invites join users inviter on inviter.id = inviter_id
      where invites.status = 'confirmed' and ${isPointHolder}
    union all
    select person.referred_by_id, 'referral', person.id::text, ${INVITE_POINTS}::bigint
      from users person join users inviter on inviter.id = person.referred_by_id
      where person.invite_id is null and person.phone_confirmed_at is not null
        and person.agreement_accepted_at is not null and ${isPointHolder}
    union all
    select used_by_id, 'promo_code', 'promo_code:' || code, points from promo_codes where used_by_id is not null
    union all
    select user_id, 'exchange', 'exchange:' || id, -price from exchanges
    union all
    select user_id, 'refund', 'exchange:' || id, price from exchanges where status in ('rejected', 'cancelled')
  `;
}
