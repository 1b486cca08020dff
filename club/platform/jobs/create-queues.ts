import { sql } from "kysely";
import PgBoss from "pg-boss";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../db/advisory-locks";
import { summarizeError } from "../db/lasting-error";
import type { OpenedDatabase } from "../db/open";
import type { JobDefinition, Log } from "../services";

/** The queue of pg-boss's own scheduler. */
const SCHEDULER_QUEUE = "__pgboss__send-it";

/**
 * Creates the schema of the job queue and the queues, each of which is a table: only the owner of the database may. What
 * exists stays as it is. Nodes that start at once wait for one another.
 */
export async function createQueues(
  { db, connectionString }: Pick<OpenedDatabase, "db" | "connectionString">,
  definitions: readonly JobDefinition<never>[],
  log: Log,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = 0`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.queues);
    await createMissing(connectionString, definitions, log);
  });
}

async function createMissing(
  connectionString: string,
  definitions: readonly JobDefinition<never>[],
  log: Log,
): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false });
  let isStopping = false;
  boss.on("error", (error) => {
    if (!isStopping) log.warn({ err: summarizeError(error) }, "an error in the job queue");
  });
  try {
    await boss.start();
    const existing = new Set((await boss.getQueues()).map(({ name }) => name));
    const wanted = [...definitions.map(({ queue }) => queue), SCHEDULER_QUEUE];
    for (const queue of wanted) if (!existing.has(queue)) await boss.createQueue(queue);
  } finally {
    isStopping = true;
    await boss.stop({ graceful: false });
  }
}
