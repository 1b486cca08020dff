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
  /** With a curator's id as second key: one transaction at a time counts or checks that curator's reports. */
  reportsOfCurator: 7_203_318,
  /** With a job's hash as second key: the job runs in the process that holds the lock. */
  runningJobs: 7_203_320,
} as const;

/**
 * Waits for a lock of `ADVISORY_LOCKS` and holds it until the transaction ends.
 * @param second the second key of a lock that has two
 */
export async function lockUntilTransactionEnds<Tables>(
  trx: Transaction<Tables>,
  key: number,
  second?: number,
): Promise<void> {
  const keys = second === undefined ? sql`${key}::bigint` : sql`${key}::int, ${second}::int`;
  await sql`select pg_advisory_xact_lock(${keys})`.execute(trx);
}
