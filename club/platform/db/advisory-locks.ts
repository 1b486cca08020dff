import { sql, type Transaction } from "kysely";

/**
 * The keys of every PostgreSQL advisory lock of the club. A key never changes once it is released: during an update an older
 * node still runs beside a newer one, and both must take the same lock.
 */
export const ADVISORY_LOCKS = {
  /** The embedded PostgreSQL and its data folder serve one club process. */
  dataFolder: 7_203_311,
  /** One node migrates at a time. */
  schemaMigrations: 7_203_312,
  /** One registration at a time. */
  registrations: 7_203_313,
  /** One node fills an empty database. */
  seeds: 7_203_314,
  /** One node makes the data key. */
  dataKey: 7_203_315,
  /** One transaction at a time chooses the days of invitations' letters. */
  inviteDays: 7_203_316,
  /** One transaction at a time matches returned sales with sales, or recalls deals. */
  returnedSales: 7_203_317,
  /** With a job's hash as second key: the job runs in the process that holds the lock. */
  runningJobs: 7_203_320,
} as const;

/** Waits for a lock of `ADVISORY_LOCKS` and holds it until the transaction ends. */
export async function lockUntilTransactionEnds<Tables>(trx: Transaction<Tables>, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(trx);
}
