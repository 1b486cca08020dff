import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";

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
  /** One node grants the rights of the serving role at a time. */
  grants: 7_203_321,
  /** One node creates the tables of the job queue at a time. */
  queues: 7_203_322,
  /** With a random number as second key: `doctor` finds whether two addresses lead to the same database. */
  sameDatabase: 7_203_323,
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

const WAIT_MS = 100;

/**
 * Waits for the lock of migrations on this connection, which holds it until it is unlocked. It is asked for again and again:
 * an index that is built concurrently waits for every statement that has begun, so also for one that waits for the lock.
 *
 * @param mode exclusive for migrating, shared for reading the schema as it is
 */
export async function lockMigrations<Tables>(
  connection: Kysely<Tables>,
  mode: "exclusive" | "shared" = "exclusive",
): Promise<void> {
  const lock = sql.raw(mode === "shared" ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock");
  for (;;) {
    const { rows } = await sql<{ isOurs: boolean }>`
      select ${lock}(${ADVISORY_LOCKS.schemaMigrations}) as "isOurs"
    `.execute(connection);
    if (rows[0]?.isOurs) return;
    await delay(WAIT_MS);
  }
}
