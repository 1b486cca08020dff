import { sql } from "kysely";
import PgBoss from "pg-boss";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findAbandonedJobs } from "../../../../club/platform/jobs/abandoned-jobs";
import { createQueues } from "../../../../club/platform/jobs/create-queues";
import { createJobRunner, type JobRunner } from "../../../../club/platform/jobs/job-runner";
import { createJobSender } from "../../../../club/platform/jobs/job-sender";
import type { JobDefinition, Log, Services } from "../../../../club/platform/services";
import { openTestDatabase, type TestDatabase } from "../../../setup/database";

const QUEUE = "test-work";

let database: TestDatabase;
let closers: (() => Promise<unknown>)[];
let logged: { level: string; fields: object; message: string }[];
beforeEach(async () => {
  database = await openTestDatabase();
  closers = [];
  logged = [];
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  await database.close();
});

const note = (level: string) => (fields: object, message: string) => void logged.push({ level, fields, message });
const log: Log = { info: note("info"), warn: note("warn"), error: note("error") };

async function start(handle: JobDefinition["handle"], options: Partial<JobDefinition> = {}) {
  const runner: JobRunner = createJobRunner(database.connectionString, log);
  closers.push(() => runner.stop());
  const job = { queue: QUEUE, ...options, handle };
  await createQueues(database, [job] as JobDefinition<never>[], log);
  await runner.start([job] as JobDefinition<never>[], { db: database.db } as Services);
  return { runner, job };
}

/** Takes a job from the queue and doesn't end it, as a process does that is killed in the midst of it. */
async function takeAndDie(retryLimit = 5) {
  const boss = new PgBoss({ connectionString: database.connectionString });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.createQueue(QUEUE, { name: QUEUE, retryLimit, retryBackoff: true, expireInSeconds: 900 });
  await boss.send(QUEUE, { left: true });
  expect(await boss.fetch(QUEUE)).toHaveLength(1);
  await boss.stop({ graceful: false });
}

test("architecture: what a command queues within a transaction goes with it", async () => {
  const job = { queue: QUEUE, handle: async () => undefined };
  await createQueues(database, [job] as JobDefinition<never>[], log);
  const sender = await createJobSender(database.db);
  const count = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from pgboss.job where name = ${QUEUE}`.execute(
        database.db,
      )
    ).rows[0]?.count;
  const broken = database.db.transaction().execute(async (trx) => {
    await sender.send(job, {}, { within: trx });
    throw new Error("the act was refused");
  });
  await expect(broken).rejects.toThrow("the act was refused");
  expect(await count()).toBe(0);
  await sender.send(job, {});
  expect(await count()).toBe(1);
});

test("architecture: a job of a dead process is taken over by another, which logs it", async () => {
  await takeAndDie();
  const done: object[] = [];
  await start(async (data) => void done.push(data));
  await expect.poll(() => done).toEqual([{ left: true }]);
  expect(logged).toContainEqual({
    level: "warn",
    fields: { queue: QUEUE, job: expect.any(String), reason: expect.stringContaining("is gone") },
    message: "a job failed and is tried again",
  });
});

test("architecture: a job whose last attempt a process has left is over, and counts as failed for good", async () => {
  await takeAndDie(0);
  await start(async () => expect.fail("it isn't begun again"));
  const isGone = { reason: expect.stringContaining("is gone") };
  await expect
    .poll(() => logged)
    .toEqual([
      {
        level: "error",
        fields: { queue: QUEUE, job: expect.any(String), ...isGone },
        message: "a job failed for good",
      },
    ]);
});

test("architecture: a job belongs to its process while that one works, even when the connection of its lock is cut", async () => {
  let end: () => void = () => undefined;
  let runs = 0;
  const { runner, job } = await start(async () => {
    runs++;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await runner.send(job, {});
  await expect.poll(() => runs).toBe(1);
  await sql`update pgboss.job set started_on = now() - interval '1 minute' where name = ${QUEUE}`.execute(database.db);
  // As another process sees it.
  const seen = () => findAbandonedJobs(database.db, [QUEUE], []);
  expect(await seen()).toEqual([]);
  const cut = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'club jobs' and datname = current_database()
  `.execute(database.db);
  expect(cut.rows).toHaveLength(1);
  await expect.poll(seen).toEqual([]);
  end();
  await expect
    .poll(
      async () =>
        (await sql<{ state: string }>`select state from pgboss.job where name = ${QUEUE}`.execute(database.db)).rows,
    )
    .toEqual([{ state: "completed" }]);
  expect(runs).toBe(1);
});

test("architecture: each failure of a job is a line in the log with queue and id, the last one as an error", async () => {
  const { runner, job } = await start(() => Promise.reject(new TypeError("with the name of somebody")), {
    retryLimit: 1,
  });
  await runner.send(job, {});
  const fields = { queue: QUEUE, job: expect.any(String), err: { name: "TypeError" } };
  await expect
    .poll(() => logged)
    .toEqual([
      { level: "warn", fields, message: "a job failed and is tried again" },
      { level: "error", fields, message: "a job failed for good" },
    ]);
});

test("architecture: a job that ends its work early because the process stops is done by the next process", async () => {
  let isStarted = false;
  const { runner, job } = await start(async (_data, _services, stopping) => {
    isStarted = true;
    await new Promise((resolve) => stopping?.addEventListener("abort", resolve));
    stopping?.throwIfAborted();
  });
  await runner.send(job, {});
  await expect.poll(() => isStarted).toBe(true);
  await runner.stop();
  let isDone = false;
  await start(async () => {
    isDone = true;
  });
  await expect.poll(() => isDone).toBe(true);
  expect(logged.filter(({ level }) => level === "error")).toEqual([]);
});

test("architecture: a clock that is set back by an hour while a job runs doesn't stop the next jobs", async () => {
  const now = Date.now;
  const clock = vi.spyOn(Date, "now");
  closers.push(async () => clock.mockRestore());
  const done: object[] = [];
  const { job } = await start(async (data) => {
    done.push(data);
    clock.mockImplementation(() => now() - 60 * 60_000);
  });
  const otherProcess = await createJobSender(database.db);
  await otherProcess.send(job, { number: 1 });
  await expect.poll(() => done).toHaveLength(1);
  await otherProcess.send(job, { number: 2 });
  await expect.poll(() => done).toHaveLength(2);
});
