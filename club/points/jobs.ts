import { defineJob } from "../platform/jobs/define-job";
import { DayLimitReached, forgetPointDays } from "./day-limits";
import { expirePoints } from "./expire-points";
import { forgetHeldPoints } from "./held-points";
import { creditWaiting } from "./ledger";
import { storeLedgerCheck } from "./ledger-check";
import type { LedgerDifference } from "./ledger-differences";
import { gatherLedgerStatistics } from "./ledger-statistics";
import { verifyNewEntries } from "./verify-new-entries";

const SIX_HOURS = 6 * 60 * 60;
const LOGGED_DIFFERENCES = 20;

/** Verifies the ledger's new entries, and a part of the old ones, every night. */
export const verifyLedgerJob = defineJob({
  queue: "ledger-verify",
  schedule: "7 4 * * *",
  retryLimit: 3,
  // The first run goes through all entries.
  expireInSeconds: SIX_HOURS,
  async handle(_data: object, { db, seal, log, now }, stopping?: AbortSignal) {
    const { count, differences, ...check } = await verifyNewEntries(db, { seal, now: now(), stopping });
    await storeLedgerCheck(db, { at: now(), differences: count });
    if (count === 0) log.info(check, "the ledger holds");
    else {
      const first = differences.slice(0, LOGGED_DIFFERENCES).map(omitReference);
      log.error(
        { ...check, count, first },
        "the ledger doesn't hold: npm run club -- verify-ledger lists what differs",
      );
    }
    // Last, so that nothing keeps the ledger from being verified.
    await gatherLedgerStatistics(db);
  },
});

/** Lets points expire, announces what will, and forgets what was held until today, every morning: a mail at night would wake people. */
export const expirePointsJob = defineJob({
  queue: "points-expire",
  schedule: "23 7 * * *",
  retryLimit: 3,
  expireInSeconds: SIX_HOURS,
  async handle(_data: object, services, stopping?: AbortSignal) {
    await forgetHeldPoints(services);
    const run = await expirePoints(services, stopping);
    if (run) services.log.info(run, "points expired and announced");
  },
});

/** Credits what has found no room in the points of an earlier day, and forgets the counts of earlier days. */
export const creditWaitingJob = defineJob({
  queue: "points-credit-waiting",
  schedule: "*/10 * * * *",
  async handle(_data: object, services, stopping?: AbortSignal) {
    await forgetPointDays(services);
    try {
      while (await services.db.transaction().execute((trx) => creditWaiting(trx, services))) {
        stopping?.throwIfAborted();
      }
    } catch (error) {
      // The rest waits for the next day.
      if (!(error instanceof DayLimitReached)) throw error;
    }
  },
});

/** A reference may be a promo code. */
function omitReference(difference: LedgerDifference): object {
  if (difference.kind !== "source") return difference;
  const { reference: _, ...rest } = difference;
  return rest;
}
