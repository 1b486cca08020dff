import { sql } from "kysely";
import type { LedgerReason } from "../platform/db/types";
import type { Db } from "../platform/services";

/**
 * The club's account on the other side of each entry. What participants have is the club's liability; every entry moves points
 * between that and one of these. Debts come from sales that were taken back, so their payments belong to sales.
 */
const COUNTER_ACCOUNTS = {
  deal: "points for sales",
  return: "points for sales",
  reversal: "points for sales",
  debt: "points for sales",
  invite: "points for invitations",
  referral: "points for invitations",
  promo_code: "points for promotions",
  promotion: "points for promotions",
  exchange: "prizes",
  refund: "prizes",
  correction: "corrections",
  expiry: "expired points",
} as const satisfies Record<LedgerReason, string>;

export interface LedgerTotal {
  readonly account: (typeof COUNTER_ACCOUNTS)[LedgerReason];
  readonly reason: LedgerReason;
  readonly entries: number;
  /** Above zero: given to participants. Below: taken from them. */
  readonly points: number;
}

/** Sums the entries by reason, with the account on the other side. All sums together are what the club owes. @param before the moment that isn't counted any more */
export async function sumLedger(db: Db, before: Date | null): Promise<LedgerTotal[]> {
  const { rows } = await sql<Omit<LedgerTotal, "account">>`
    select reason, count(*) as entries, sum(amount) as points from ledger_entries
    where ${before}::timestamptz is null or created_at < ${before}
    group by reason
  `.execute(db);
  const order = Object.keys(COUNTER_ACCOUNTS);
  return rows
    .map((row) => ({ ...row, account: COUNTER_ACCOUNTS[row.reason] }))
    .sort((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason));
}

/** Sums what people have earned and will get when they have accepted the rules. The club doesn't owe it yet. */
export async function sumPendingCredits(db: Db): Promise<number> {
  const { points } = await db
    .selectFrom("pending_credits")
    .select(sql<number>`coalesce(sum(amount), 0)`.as("points"))
    .executeTakeFirstOrThrow();
  return points;
}

/** Sums what people owe: points that were taken back and that their balances didn't have. Later credits pay it. */
export async function sumDebts(db: Db): Promise<number> {
  const { points } = await db
    .selectFrom("debts")
    .select(sql<number>`coalesce(sum(amount_left), 0)`.as("points"))
    .where("amount_left", ">", 0)
    .executeTakeFirstOrThrow();
  return points;
}
