import PgBoss from "pg-boss";
import { inSpan, type TraceHeaders } from "../../../contract/tracing";
import { summarizeError } from "../db/lasting-error";
import { type DatabaseTimeouts, DEFAULT_TIMEOUTS, timeoutSettings } from "../db/timeouts";
import type { JobDefinition, Jobs, Log, Services } from "../services";
import { type AbandonedJob, findAbandonedJobs } from "./abandoned-jobs";
import { watchClock } from "./clock-watch";
import { type JobLocks, openJobLocks } from "./job-locks";
import { CAUSED_BY, queueJob } from "./queue-job";

export interface JobRunner extends Jobs {
  /** Runs the jobs of these definitions. Their queues exist: see `createQueues`. */
  start(definitions: readonly JobDefinition<never>[], services: Services): Promise<void>;
  /**
   * Tells the running jobs to stop and waits until they have ended, five seconds at most. A job that is cut off starts again
   * in the next process.
   */
  stop(): Promise<void>;
  /** Whether this process looked for jobs of dead processes lately; true before the start. */
  works(): boolean;
}

export interface JobRunnerOptions {
  readonly timeouts?: DatabaseTimeouts;
  /** Counts each run in the metrics. */
  readonly count?: Services["countJob"];
}

/** Connections that the queue opens besides the club's pool: its own and the one of the locks. */
const QUEUE_CONNECTIONS = 4;
export const JOB_CONNECTIONS = QUEUE_CONNECTIONS + 1;

/** How often each worker looks for a queued job. */
const POLLING_SECONDS = 0.5;
/** And for one that only a schedule queues, by the minute. */
const SCHEDULED_POLLING_SECONDS = 5;
const STOP_MS = 5_000;
/** How long a job that has failed for good can be looked at and tried again: two weeks. */
const FAILED_JOB_SECONDS = 14 * 24 * 60 * 60;
/** How often each process looks for jobs of dead processes. */
const TAKE_OVER_MS = 3_000;
/** After this time without such a look the jobs count as standing. */
const STANDING_MS = 30_000;
/** The queue records the end of a job after its handler has returned; for this time the job counts as running. */
const RECORDING_MS = 3_000;

type FailureCause = { readonly reason: string } | { readonly err: object };

const OVERDUE = "it took too long";
const ABANDONED = "the process that ran it is gone, or its result was lost";

export function createJobRunner(
  connectionString: string,
  log: Log,
  { timeouts = DEFAULT_TIMEOUTS, count = () => undefined }: JobRunnerOptions = {},
): JobRunner {
  const noteFailure = (job: AbandonedJob, cause: FailureCause) => {
    count(job.queue, job.isLast ? "failed" : "delayed");
    logFailure(log, job, cause);
  };
  const boss = new PgBoss({
    connectionString,
    max: QUEUE_CONNECTIONS,
    monitorStateIntervalMinutes: 10,
    archiveFailedAfterSeconds: FAILED_JOB_SECONDS,
    ...timeoutSettings(timeouts),
  });
  let hasStopped = false;
  boss.on("error", (error) => {
    // As of a database that is closed.
    if (!hasStopped) log.warn({ err: summarizeError(error) }, "an error in the job queue");
  });
  const stopping = new AbortController();
  const workers: { queue: string; id: string }[] = [];
  let locks: JobLocks | undefined;
  let endTakeOver: () => Promise<void> = async () => undefined;
  let lastLook = Number.POSITIVE_INFINITY;

  const startWorkers = async (definitions: readonly JobDefinition<never>[], services: Services) => {
    const running = openJobLocks(connectionString);
    locks = running;
    const run = async (job: JobDefinition, queued: PgBoss.JobWithMetadata<object>) => {
      const failed = { id: queued.id, queue: job.queue, isLast: queued.retryCount >= queued.retryLimit };
      // The queue gives the job up at this time without asking the handler.
      const overdue = setTimeout(() => noteFailure(failed, { reason: OVERDUE }), queued.expireInSeconds * 1000);
      await running.hold(queued.id);
      try {
        await traceRun(job, queued, (data) => job.handle(data, services, stopping.signal));
        count(job.queue, "done");
      } catch (error) {
        if (!stopping.signal.aborted) noteFailure(failed, { err: summarizeError(error) });
        throw error;
      } finally {
        clearTimeout(overdue);
        setTimeout(() => void running.release(queued.id), RECORDING_MS).unref();
      }
    };
    for (const job of definitions) {
      const queue = {
        name: job.queue,
        retryLimit: job.retryLimit ?? 5,
        retryBackoff: true,
        expireInSeconds: job.expireInSeconds ?? 900,
      };
      await boss.updateQueue(job.queue, queue);
      const pollingIntervalSeconds = job.schedule && !job.isQueuedToo ? SCHEDULED_POLLING_SECONDS : POLLING_SECONDS;
      for (let worker = 0; worker < (job.concurrency ?? 1); worker++) {
        const id = await boss.work<object>(
          job.queue,
          { pollingIntervalSeconds, batchSize: 1, includeMetadata: true },
          async ([queued]) => {
            if (queued) await run(job as JobDefinition, queued);
          },
        );
        workers.push({ queue: job.queue, id });
      }
      if (job.schedule) await boss.schedule(job.queue, job.schedule);
    }
    const queues = definitions.map(({ queue }) => queue);
    const isClockSetBack = watchClock();
    endTakeOver = repeat(TAKE_OVER_MS, log, async () => {
      // A worker pauses for its interval less the time since it began, by the computer's clock: a step back of an hour would be a
      // pause of an hour.
      if (isClockSetBack()) for (const { id } of workers) boss.notifyWorker(id);
      for (const job of await findAbandonedJobs(services.db, queues, running.held())) {
        await boss.fail(job.queue, job.id, { message: ABANDONED });
        noteFailure(job, { reason: ABANDONED });
      }
      lastLook = performance.now();
    });
    lastLook = performance.now();
  };

  return {
    send: (job, data, options) => queueJob(boss, job, data, options),
    wake({ queue }) {
      for (const worker of workers) if (worker.queue === queue) boss.notifyWorker(worker.id);
    },
    async start(definitions, services) {
      await boss.start();
      await startWorkers(definitions, services);
    },
    async stop() {
      stopping.abort();
      await endTakeOver();
      await boss.stop({ graceful: true, wait: true, timeout: STOP_MS });
      hasStopped = true;
      await locks?.close();
    },
    works: () => performance.now() - lastLook < STANDING_MS,
  };
}

/** Runs a job on its data, as a trace of its own, which refers to what has queued it. */
function traceRun(
  { queue }: JobDefinition,
  { id, data, retryCount }: PgBoss.JobWithMetadata<object>,
  handle: (data: object) => Promise<void>,
): Promise<void> {
  const { [CAUSED_BY]: causedBy = {}, ...own } = (data ?? {}) as { [CAUSED_BY]?: TraceHeaders };
  const facts = { "messaging.destination.name": queue, "messaging.message.id": id, "job.attempt": retryCount + 1 };
  return inSpan({ name: `job ${queue}`, kind: "consumer", facts, causedBy }, () => handle(own));
}

/** Writes one line for a job that failed: a warning while it is tried again, an error when it has failed for good. */
function logFailure(log: Log, job: AbandonedJob, cause: FailureCause): void {
  const fields = { queue: job.queue, job: job.id, ...cause };
  if (job.isLast) log.error(fields, "a job failed for good");
  else log.warn(fields, "a job failed and is tried again");
}

/** Repeats work with a pause after each time. Returns what ends it. */
function repeat(pauseMs: number, log: Log, work: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let isEnded = false;
  const schedule = () => {
    timer = setTimeout(() => {
      running = work()
        .catch((error) => log.warn({ err: summarizeError(error) }, "jobs of dead processes were not looked for"))
        .then(() => {
          if (!isEnded) schedule();
        });
    }, pauseMs);
  };
  schedule();
  return async () => {
    isEnded = true;
    clearTimeout(timer);
    await running;
  };
}
