import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../../platform/db/advisory-locks";
import type { Trx } from "../../platform/services";

/**
 * Waits until nobody else counts or checks reports of this curator, and keeps others from it until the transaction ends. It is
 * taken before any other lock: a check holds the sales of a whole report, and a batch that held some of them would deadlock with it.
 */
export async function lockReportsOf(trx: Trx, curatorId: number): Promise<void> {
  await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.reportsOfCurator, curatorId);
}
