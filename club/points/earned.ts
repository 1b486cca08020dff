import { type RawBuilder, sql } from "kysely";

/**
 * Whether an entry of `ledger_entries` has earned points. The oldest points are spent first, so a balance consists of those
 * that were earned last. A refund cancels its order and earns nothing: the points keep the age that they had before the order.
 * The order of a merged account stands in another account, where it isn't found: then the points are as old as the refund.
 *
 * @param entry the name of the table in the query
 */
export function hasEarned(entry: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${entry}.amount > 0 and not (${entry}.reason = 'refund' and exists (
    select from ledger_entries spent
    where (spent.user_id, spent.reason, spent.reference) = (${entry}.user_id, 'exchange', ${entry}.reference)
  )))`;
}
