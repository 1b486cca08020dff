import { sql } from "kysely";
import type { LedgerReason } from "../platform/db/types";
import type { Db } from "../platform/services";
import { availableOnOf } from "./held-points";

export interface StatementEntry {
  readonly id: number;
  readonly at: Date;
  readonly reason: LedgerReason;
  readonly action: string;
  /** Above zero: added. Below: spent. */
  readonly amount: number;
  readonly balance: number;
  /** The order that the entry pays, or whose points came back. */
  readonly orderId: number | null;
  /** The day from which its points can be spent; null for those that can be spent already. */
  readonly availableOn: string | null;
}

/** What happened on a person's account in a period, between what was there before and after. */
export interface Statement {
  readonly opening: number;
  readonly closing: number;
  readonly added: number;
  readonly spent: number;
  /** Entries of the period, those of other pages included. */
  readonly total: number;
  /** When the person's first entry was made, whatever the period. */
  readonly firstAt: Date | null;
  readonly entries: readonly StatementEntry[];
}

interface Period {
  readonly from: Date;
  /** The moment that isn't in it any more. */
  readonly until: Date;
  /** Which of the entries are read; all by default. Totals are always those of the period. */
  /** The day that decides which points can't be spent yet; null where all can. */
  readonly heldAfter: string | null;
  readonly rows?: { readonly offset: number; readonly limit: number };
}

/** Reads a person's entries of a period, oldest first. */
export async function readStatement(
  db: Db,
  userId: number,
  { from, until, heldAfter, rows }: Period,
): Promise<Statement> {
  const inPeriod = sql`created_at >= ${from} and created_at < ${until}`;
  const totals = await db
    .selectFrom("ledger_entries")
    .select([
      sql<number>`coalesce(sum(amount) filter (where created_at < ${from}), 0)`.as("opening"),
      sql<number>`coalesce(sum(amount) filter (where ${inPeriod} and amount > 0), 0)`.as("added"),
      sql<number>`coalesce(-sum(amount) filter (where ${inPeriod} and amount < 0), 0)`.as("spent"),
      sql<number>`count(*) filter (where ${inPeriod})`.as("total"),
      sql<Date | null>`min(created_at)`.as("firstAt"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const { rows: entries } = await sql<StatementEntry>`
    select id, created_at as at, reason, action, amount,
      ${totals.opening}::bigint + sum(amount) over (order by created_at, id) as balance,
      case when reason in ('exchange', 'refund') then split_part(reference, ':', 2)::int end as "orderId",
      ${heldAfter === null ? sql`null` : availableOnOf(sql`ledger_entries`, heldAfter)} as "availableOn"
    from ledger_entries where user_id = ${userId} and ${inPeriod}
    order by created_at, id offset ${rows?.offset ?? 0} limit ${rows?.limit ?? null}
  `.execute(db);
  return { ...totals, closing: totals.opening + totals.added - totals.spent, entries };
}
