import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../../../setup/club";
import { act, readCard, readList, readToday, refusalOf } from "../../operators";
import { addFailedJob } from "../acts/message-samples";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

async function readJob(id: string) {
  const { rows } = await sql<{ state: string; is_due: boolean; may_retry: boolean }>`
    select state, start_after <= now() as is_due, retry_count < retry_limit as may_retry from pgboss.job where id = ${id}
  `.execute(club.db);
  return rows[0];
}

async function addStuckJob(state: "created" | "active"): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, start_after, started_on)
    values ('privacy-retention', '{}', ${state}, now() - interval '1 hour', now() - interval '2 hours') returning id
  `.execute(club.db);
  return rows[0]?.id ?? "";
}

const reason = "Место на диске освободили";

test("architecture: jobs that failed or stand are listed without what they work with", async () => {
  const failed = await addFailedJob(club);
  const stuck = await addStuckJob("created");
  await sql`insert into pgboss.job (name, data) values ('privacy-retention', '{}')`.execute(club.db);
  // The queue's own schedule is nobody's work.
  await sql`
    insert into pgboss.job (name, data, state, start_after)
    values ('__pgboss__send-it', '{}', 'created', now() - interval '1 hour')
  `.execute(club.db);
  const links = async (trouble: string) =>
    (await readList(club, "jobs", { trouble })).links.map((link) => link && "card" in link && link.id);
  expect(await links("failed")).toEqual([failed]);
  expect(await links("stuck")).toEqual([stuck]);
  expect(await readToday(club, "jobs")).toEqual([1, 1]);
  // The alarm looks at the oldest one of a queue, however many have come since.
  const { jobs } = await club.club.readFigures();
  const waiting = jobs.find(({ queue, state }) => queue === "privacy-retention" && state === "waiting");
  expect(waiting).toMatchObject({ count: 2 });
  expect(Math.floor((waiting?.oldest ?? 0) / 3_600)).toBe(1);
  const { text, acts } = await readCard(club, "job", failed);
  expect(text).toContain("RangeError 22003");
  expect(text).not.toContain("79001234567");
  expect(acts).toEqual(["retry-job", "cancel-job"]);
});

test("architecture: a job that waits to be tried again stands too, one that may take long only when its time is over", async () => {
  const addJob = async (state: string, started: string | null, more = "") => {
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, data, state, start_after, started_on, expire_in)
      values ('points-expire', '{}', ${state}, now() + ${more || "-1 hour"}::interval, now() - ${started}::interval,
        interval '2 hours')
      returning id
    `.execute(club.db);
    return rows[0]?.id ?? "";
  };
  const again = await addJob("retry", null);
  const late = await addJob("retry", null, "1 hour");
  const running = await addJob("active", "1 hour");
  const over = await addJob("active", "3 hours");
  const { links } = await readList(club, "jobs", { trouble: "stuck" });
  const stuck = links.map((link) => link && "card" in link && link.id);
  expect([again, late, running, over].filter((id) => stuck.includes(id))).toEqual([again, over]);
  await sql`
    insert into pgboss.job (name, data, state, created_on, start_after, completed_on)
    values ('points-expire', '{}', 'failed', now() - interval '3 days', now() - interval '3 days', now() - interval '1 hour')
  `.execute(club.db);
  // What isn't due yet doesn't wait, and a failed job is as old as its failure.
  const { jobs } = await club.club.readFigures();
  const ofQueue = jobs.filter(({ queue }) => queue === "points-expire");
  expect(ofQueue.map(({ state, count }) => [state, count]).sort()).toEqual([
    ["active", 2],
    ["failed", 1],
    ["waiting", 1],
  ]);
  const failed = ofQueue.find(({ state }) => state === "failed");
  expect(Math.floor((failed?.oldest ?? 0) / 3_600)).toBe(1);
  // Of its attempts it loses none.
  await sql`update pgboss.job set retry_count = 1, retry_limit = 5 where id = ${again}`.execute(club.db);
  await act(club, "retry-job", { job: again, reason });
  expect(await readJob(again)).toMatchObject({ state: "retry", is_due: true });
  const limits = await sql<{ retry_limit: number }>`select retry_limit from pgboss.job where id = ${again}`.execute(
    club.db,
  );
  expect(limits.rows).toEqual([{ retry_limit: 5 }]);
});

test("architecture: a failed job is tried again once more, a cancelled one never", async () => {
  const [again, never] = [await addFailedJob(club), await addFailedJob(club)];
  await act(club, "retry-job", { job: again, reason });
  expect(await readJob(again)).toEqual({ state: "retry", is_due: true, may_retry: true });
  await act(club, "cancel-job", { job: never, reason });
  expect((await readJob(never))?.state).toBe("cancelled");
  expect(await refusalOf(club, "retry-job", { job: never, reason })).toMatchObject({ field: "job" });
});

test("architecture: a job runs too long only when its own time is over, and fifteen minutes", async () => {
  const addRunning = async (minutes: number, ownMinutes: number) => {
    const job = await addStuckJob("active");
    await sql`
      update pgboss.job
      set started_on = now() - make_interval(mins => ${minutes}), expire_in = make_interval(mins => ${ownMinutes})
      where id = ${job}
    `.execute(club.db);
    return job;
  };
  const [short, shortOver] = [await addRunning(14, 5), await addRunning(16, 5)];
  const [long, longOver] = [await addRunning(359, 360), await addRunning(361, 360)];
  const { rows, links } = await readList(club, "jobs", { trouble: "stuck" });
  const listed = links.map((link) => link && "card" in link && link.id);
  expect([short, shortOver, long, longOver].map((job) => listed.includes(job))).toEqual([false, true, false, true]);
  expect(JSON.stringify(rows[listed.indexOf(longOver)])).toContain("Выполняется слишком долго");
});

test("architecture: a job that runs is left alone", async () => {
  const job = await addStuckJob("active");
  expect((await readCard(club, "job", job)).acts).toEqual([]);
  expect(await refusalOf(club, "cancel-job", { job, reason })).toMatchObject({ field: "job" });
  expect((await readJob(job))?.state).toBe("active");
});
