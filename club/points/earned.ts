import { type RawBuilder, sql } from "kysely";

/**
 * Whether an entry of `ledger_entries` has earned points. The oldest are spent first, so what is left of a balance are the
 * newest that were earned. A refund has earned none: with it an order has never been, and its points are as old as before. Only
 * where the person's account doesn't have the order, because it was merged from another, are they as old as the refund.
 * @param entry the name of the table in the query
 */
export function hasEarned(entry: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${entry}.amount > 0 and not (${entry}.reason = 'refund' and exists (
    select from ledger_entries spent
    where (spent.user_id, spent.reason, spent.reference) = (${entry}.user_id, 'exchange', ${entry}.reference)
  )))`;
}
