import PgBoss from "pg-boss";
import { summarizeError } from "../db/lasting-error";
import type { JobDefinition, Log } from "../services";

/** The queue of pg-boss's own scheduler. */
const SCHEDULER_QUEUE = "__pgboss__send-it";

/**
 * Creates the schema of the job queue and the queues, each of which is a table: only the owner of the database may. What
 * exists stays as it is.
 */
export async function createQueues(
  ownerConnectionString: string,
  definitions: readonly JobDefinition<never>[],
  log: Log,
): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerConnectionString, max: 1, supervise: false, schedule: false });
  boss.on("error", (error) => log.warn({ err: summarizeError(error) }, "an error in the job queue"));
  try {
    await boss.start();
    for (const queue of [...definitions.map(({ queue }) => queue), SCHEDULER_QUEUE]) await boss.createQueue(queue);
  } finally {
    await boss.stop({ graceful: false });
  }
}
