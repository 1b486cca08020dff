import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dataMoves } from "../../../../club/data-moves";
import { migrations } from "../../../../club/platform/db/migrations/index";
import type { DataMove } from "../../../../club/platform/moves/data-move";
import { readMoves } from "../../../../club/platform/moves/read-moves";
import { runMoves } from "../../../../club/platform/moves/run-moves";
import { bundlePrograms } from "../../../setup/bundled-programs";
import { createClock, type TestClock } from "../../../setup/clock";
import { openTestDatabase, type TestDatabase } from "../../../setup/database";
import { createLetters, lettersMove } from "./letters";

const LETTERS = 95;

let database: TestDatabase;
let clock: TestClock;
beforeEach(async () => {
  database = await openTestDatabase();
  clock = createClock();
  told.length = 0;
  await createLetters(database.db, LETTERS);
});
afterEach(() => database.close());

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const told: object[] = [];
const log = { ...quiet, info: (fields: object) => void told.push(fields) };
const run = (move: DataMove = lettersMove, stopping?: AbortSignal) =>
  runMoves({ db: database.db, log, now: clock.now }, [move], { stopping, batchRows: 10, pauseMs: 0 });

/** How often rows were changed, with how many rows that is true of. */
async function countTimes() {
  const { rows } = await sql<{ times: number; letters: number }>`
    select times, count(*)::int as letters from letters group by times order by times
  `.execute(database.db);
  return rows;
}
const readState = async () => (await readMoves(database.db)).find(({ name }) => name === lettersMove.name);
const writeOldForm = (id: number) =>
  sql`insert into letters values (${id}, 'OLD FORM') on conflict (id) do update set text = 'OLD FORM'`.execute(
    database.db,
  );

/** Does something after so many batches, outside of their transactions. */
function afterBatches(count: number, act: () => Promise<unknown> | undefined): DataMove {
  let made = 0;
  return {
    ...lettersMove,
    async moveBatch(trx, size, position) {
      if (made === count) await act();
      made += 1;
      return lettersMove.moveBatch(trx, size, position);
    },
  };
}

test("architecture: a move changes every row once, in batches of its size, and says when it has ended", async () => {
  const sizes: number[] = [];
  await run({
    ...lettersMove,
    async moveBatch(...given) {
      const batch = await lettersMove.moveBatch(...given);
      sizes.push(batch.moved);
      return batch;
    },
  });
  // The last pass found nothing.
  expect(sizes).toEqual([...Array.from({ length: 9 }, () => 10), 5, 0]);
  expect(await countTimes()).toEqual([{ times: 1, letters: LETTERS }]);
  expect(await readState()).toMatchObject({ moved: LETTERS, ended_at: expect.any(Date) });
  await run(afterBatches(0, () => expect.fail("an ended move doesn't look again at once")));
});

test("architecture: a later look at an ended move that finds nothing leaves the day on which it ended", async () => {
  await run();
  const ended = (await readState())?.ended_at;
  clock.advance(25 * 60 * 60_000);
  const nextDay = clock.now();
  await run();
  expect((await readState())?.ended_at).toEqual(ended);
  // Its end is told once.
  expect(told).toEqual([{ move: lettersMove.name, moved: LETTERS }]);
  const { rows } = await sql<{ is_new: boolean }>`select looked_at >= ${nextDay} as is_new from data_moves`.execute(
    database.db,
  );
  expect(rows).toEqual([{ is_new: true }]);
});

test("architecture: a process that is killed within a batch leaves it to the next one, which does nothing twice", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "club-moves-"));
  const programs = await bundlePrograms(folder, { "run-move": "tests/club/platform/moves/run-move.ts" });
  const child = spawn(process.execPath, [path.join(programs, "run-move.js"), database.connectionString]);
  let batches = 0;
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk));
  await new Promise<void>((done, fail) => {
    child.stdout.on("data", (chunk: Buffer) => {
      batches += String(chunk).split("in a batch").length - 1;
      // It has changed rows, and perhaps not committed them.
      if (batches >= 3) child.kill("SIGKILL");
    });
    child.once("exit", (_code, signal) => (signal === "SIGKILL" ? done() : fail(new Error(errors))));
  });
  await rm(folder, { recursive: true });
  expect((await readState())?.ended_at).toBeNull();
  // PostgreSQL may notice a little later that nobody is there.
  const goOn = async () => {
    await run();
    return (await readState())?.ended_at;
  };
  await expect.poll(goOn).not.toBeNull();
  expect(await countTimes()).toEqual([{ times: 1, letters: LETTERS }]);
  expect((await readState())?.moved).toBe(LETTERS);
});

test("architecture: a batch that fails is as if it had not been", async () => {
  const failing = afterBatches(4, () => Promise.reject(new Error("the disk is full")));
  await expect(run(failing)).rejects.toThrow("the disk is full");
  expect(await readState()).toMatchObject({ moved: 40, ended_at: null });
  await run();
  expect(await countTimes()).toEqual([{ times: 1, letters: LETTERS }]);
});

test("architecture: a process that stops ends between two batches", async () => {
  const stopping = new AbortController();
  await expect(
    run(
      afterBatches(2, async () => stopping.abort()),
      stopping.signal,
    ),
  ).rejects.toThrow();
  expect(await readState()).toMatchObject({ moved: 30, ended_at: null });
});

test("architecture: what a node of the release before writes behind a move is moved by its next pass", async () => {
  await run(afterBatches(5, () => Promise.all([writeOldForm(-1), writeOldForm(3)])));
  const { rows } = await sql<{ id: number }>`select id from letters where text <> lower(text)`.execute(database.db);
  expect(rows).toEqual([]);
  expect(await readState()).toMatchObject({ moved: LETTERS + 2, ended_at: expect.any(Date) });
});

test("architecture: an ended move looks again the next day, and hasn't ended when it finds something", async () => {
  await run();
  const ended = (await readState())?.ended_at;
  await writeOldForm(7);
  await run();
  expect(await readState()).toMatchObject({ moved: LETTERS, ended_at: ended });
  clock.advance(25 * 60 * 60 * 1000);
  const states: (Date | null | undefined)[] = [];
  await run(afterBatches(1, async () => states.push((await readState())?.ended_at)));
  expect(states).toEqual([null]);
  expect(await readState()).toMatchObject({ moved: LETTERS + 1, ended_at: expect.any(Date) });
});

test("architecture: several processes at once move each row once", async () => {
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await countTimes()).toEqual([{ times: 1, letters: LETTERS }]);
  expect(await readState()).toMatchObject({ moved: LETTERS });
});

test("architecture: a move is named once, after a migration; whoever takes its rows away comes later", () => {
  const names = Object.keys(migrations);
  expect(new Set(dataMoves.map(({ name }) => name)).size).toBe(dataMoves.length);
  for (const { since } of dataMoves) expect(names).toContain(since);
  for (const [migration, { needsMoves = [] }] of Object.entries(migrations)) {
    for (const { since } of dataMoves.filter(({ name }) => needsMoves.includes(name)))
      expect(names.indexOf(migration)).toBeGreaterThan(names.indexOf(since));
  }
});
