import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLastingError } from "../../../../club/platform/db/lasting-error";
import { openDatabase } from "../../../../club/platform/db/open";
import { type DatabaseTimeouts, DEFAULT_TIMEOUTS } from "../../../../club/platform/db/timeouts";
import { isUnavailableError } from "../../../../club/platform/db/unavailable-error";
import { createQueues } from "../../../../club/platform/jobs/create-queues";
import { createJobRunner } from "../../../../club/platform/jobs/job-runner";
import type { JobDefinition, Services } from "../../../../club/platform/services";
import { listPrizes } from "../../../../contract/prizes";
import { openTestClub, type TestClub } from "../../../setup/club";

/** For what has to be cut. Nothing else here waits for a lock. */
const SHORT_MS = 300;
/** Also for what is answered: as long as a crowded machine may need. */
const CUT_MS = 3_000;
let club: TestClub;
let logged: { level: string; fields: object; message: string }[];
const note = (level: string) => (fields: object, message: string) => void logged.push({ level, fields, message });
const log = { info: note("info"), warn: note("warn"), error: note("error") };
beforeAll(async () => {
  logged = [];
  club = await openTestClub({ seed: true, work: false, log, timeouts: { lockMs: SHORT_MS } });
});
afterAll(() => club.close());

/** Opens one connection with these time-outs. */
function openWith(timeouts: Partial<DatabaseTimeouts>) {
  return openDatabase({
    databaseUrl: club.connectionString,
    dataDir: "",
    log: { info: () => undefined, warn: () => undefined },
    poolSize: 1,
    timeouts: { ...DEFAULT_TIMEOUTS, ...timeouts },
  });
}

/** Runs `work` while another transaction has locked the table. */
async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  return club.db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
    return work();
  });
}

test("architecture: a call that waits too long for a lock answers 503 with Retry-After, and PostgreSQL's code is in the log", async () => {
  const token = await club.logIn("79000000003");
  const ask = () => club.call(listPrizes, {}, { token });
  const { status, headers, refusal } = await whileLocked("prizes", ask);
  expect(status).toBe(503);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refusal?.message).toContain("Повторите");
  expect(logged).toContainEqual({
    level: "error",
    fields: expect.objectContaining({ err: expect.objectContaining({ code: "55P03" }) }),
    message: "a call failed",
  });
  expect(await ask()).toMatchObject({ status: 200 });
});

test("architecture: a statement that takes too long is cut, and its connection works on", async () => {
  const { db, close } = await openWith({ statementMs: CUT_MS });
  const cut = await sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
  expect(cut).toMatchObject({ code: "57014" });
  expect(isUnavailableError(cut)).toBe(true);
  expect(isLastingError(cut)).toBe(false);
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_sleep(${(1.1 * CUT_MS) / 1000})`.execute(trx);
  });
  await close();
});

test("architecture: nobody gets a connection whose last query was never answered, nor its open transaction", async () => {
  const { db, close } = await openWith({ queryMs: CUT_MS });
  const readPid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  const before = await readPid();
  const work = db.transaction().execute(async (trx) => {
    await trx.insertInto("settings").values({ name: "half", value: "done" }).execute();
    await sql`select pg_sleep(60)`.execute(trx);
  });
  const failed = await work.catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: "NO_ANSWER" });
  expect(isUnavailableError(failed)).toBe(true);
  expect(await readPid()).not.toBe(before);
  await sql`select pg_terminate_backend(${before})`.execute(club.db);
  await db.insertInto("settings").values({ name: "whole", value: "done" }).execute();
  const stored = await club.db.selectFrom("settings").select("name").where("value", "=", "done").execute();
  expect(stored).toEqual([{ name: "whole" }]);
  await close();
});

test("architecture: a job that is cut by a time-out is logged with the code and tried again", async () => {
  const runner = createJobRunner(club.connectionString, log);
  let tries = 0;
  const job: JobDefinition = {
    queue: "test-cut",
    async handle(_data, { db }) {
      tries += 1;
      const read = () => db.selectFrom("articles").select("code").limit(1).execute();
      await (tries === 1 ? whileLocked("articles", read) : read());
    },
  };
  await createQueues(club, [job] as JobDefinition<never>[], log);
  await runner.start([job] as JobDefinition<never>[], { db: club.club.services.db } as Services);
  await runner.send(job, {});
  await expect.poll(() => tries).toBe(2);
  await runner.stop();
  expect(logged).toContainEqual({
    level: "warn",
    fields: expect.objectContaining({ queue: "test-cut", err: expect.objectContaining({ code: "55P03" }) }),
    message: "a job failed and is tried again",
  });
});

test("architecture: a write that meets a standby, or a machine that is gone, may succeed later", async () => {
  const write = club.club.services.db.transaction().execute(async (trx) => {
    await sql`set transaction read only`.execute(trx);
    await trx.insertInto("settings").values({ name: "standby", value: "no" }).execute();
  });
  const refused = await write.catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "25006" });
  for (const code of ["25006", "EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN"]) {
    expect(isUnavailableError(Object.assign(new Error("lost"), { code })), code).toBe(true);
  }
  expect(isUnavailableError(Object.assign(new Error("double"), { code: "23505" }))).toBe(false);
});
