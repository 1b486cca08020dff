import { CompiledQuery } from "kysely";
import PgBoss from "pg-boss";
import type { JobDefinition, Jobs, Log, Services } from "../services";

export interface JobRunner extends Jobs {
  start(definitions: readonly JobDefinition<never>[], services: Services): Promise<void>;
  /** Stops after the running jobs have ended, or after three seconds; a job that is cut off starts again later. */
  stop(): Promise<void>;
}

/** How often each worker looks for a queued job. */
const POLLING_SECONDS = 0.5;

export function createJobRunner(connectionString: string, log: Log): JobRunner {
  const boss = new PgBoss({ connectionString, max: 4, monitorStateIntervalMinutes: 10 });
  boss.on("error", (error) =>
    log.warn({ err: { name: error.name, message: error.message } }, "an error in the job queue"),
  );
  return {
    async send(job, data, options = {}) {
      const { within, singletonKey } = options;
      const db = within && {
        executeSql: async (text: string, values: unknown[]) => {
          const { rows } = await within.executeQuery(CompiledQuery.raw(text, values));
          return { rows };
        },
      };
      await boss.send(job.queue, data, { ...(db && { db }), ...(singletonKey && { singletonKey }) });
    },
    async start(definitions, services) {
      await boss.start();
      for (const job of definitions) {
        const queue = {
          name: job.queue,
          retryLimit: job.retryLimit ?? 5,
          retryBackoff: true,
          expireInSeconds: job.expireInSeconds ?? 900,
        };
        await boss.createQueue(job.queue, queue);
        await boss.updateQueue(job.queue, queue);
        for (let worker = 0; worker < (job.concurrency ?? 1); worker++) {
          await boss.work<object>(
            job.queue,
            { pollingIntervalSeconds: POLLING_SECONDS, batchSize: 1 },
            async ([queued]) => {
              if (queued) await (job.handle as JobDefinition["handle"])(queued.data ?? {}, services);
            },
          );
        }
        if (job.schedule) await boss.schedule(job.queue, job.schedule);
      }
    },
    async stop() {
      await boss.stop({ graceful: true, wait: true, timeout: 3_000 });
    },
  };
}
