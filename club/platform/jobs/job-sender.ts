import { type Kysely, sql } from "kysely";
import PgBoss from "pg-boss";
import type { Database } from "../db/schema";
import type { Jobs } from "../services";
import { queueJob } from "./queue-job";

/**
 * Queues jobs from a process that runs none, such as a command. A portal on the same database runs them within half a second,
 * or when it starts. Before the first portal has made the queues nothing is queued; it will find what is in the outbox itself.
 */
export async function createJobSender(db: Kysely<Database>): Promise<Jobs> {
  const wake = () => undefined;
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('pgboss.job') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return { send: async () => undefined, wake };
  // It isn't started: it neither opens a connection nor runs anything.
  const boss = new PgBoss({});
  return { send: (job, data, options) => queueJob(boss, job, data, { within: db, ...options }), wake };
}
