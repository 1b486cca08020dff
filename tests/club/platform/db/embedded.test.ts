import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { socketPath } from "../../../../club/platform/db/embedded/address";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../../club/platform/db/embedded/start";
import type { EmbeddedConnection } from "../../../../club/platform/db/embedded/types";
import { bundlePrograms } from "../../../setup/bundled-programs";

const quiet = { info: () => undefined, warn: () => undefined };

let folder: string;
/** A program that runs PostgreSQL, to be killed. */
let runner: string;
/** A data folder whose cluster is created and doesn't run: creating one takes longer than most of the tests. */
let created: string;
let dataDir: string;
const opened: EmbeddedPostgres[] = [];
const runners: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "club-embedded-"));
  const programs = await bundlePrograms(folder, { "run-postgres": "tests/club/platform/db/run-postgres.ts" });
  runner = path.join(programs, "run-postgres.js");
  created = await mkdtemp(path.join(tmpdir(), "club-embedded-"));
  await (await startEmbeddedPostgres({ dataDir: created, log: quiet })).stop();
});
afterAll(async () => {
  for (const made of [folder, created]) await rm(made, { recursive: true, force: true });
});

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "club-embedded-"));
  // With the owners of the files.
  await promisify(execFile)("cp", ["-a", `${created}/.`, dataDir]);
});

afterEach(async () => {
  for (const started of runners.splice(0)) started.kill("SIGKILL");
  for (const postgres of opened.splice(0)) await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe("startEmbeddedPostgres", () => {
  test("architecture: a server left over from a killed process is adopted with all that was committed", async () => {
    const other = await startInOtherProcess();
    const before = await readPid();
    other.kill("SIGKILL");
    const postgres = await start();
    expect(await readPid()).toBe(before);
    expect(await query(postgres.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("architecture: after a crash of process and server, committed rows are there and uncommitted ones aren't", async () => {
    const first = await start();
    await query(first.connection, "create table numbers (id int); insert into numbers values (7)");
    const open = new pg.Client(first.connection);
    open.on("error", () => undefined);
    await open.connect();
    await open.query("begin; insert into numbers values (8)");
    process.kill(await readPid(), "SIGKILL");
    // The running process starts the server again.
    await expect.poll(() => query(first.connection, "select id from numbers").catch(() => [])).toEqual([{ id: 7 }]);
  });

  test("architecture: a deleted socket comes back by itself, with everything committed", async () => {
    const { connection } = await start();
    await query(connection, "create table numbers (id int); insert into numbers values (7)");
    await rm(socketPath(connection.host, connection.port));
    await expect(query(connection, "select 1")).rejects.toThrow();
    await expect
      .poll(() => query(connection, "select id from numbers").catch(() => []), { timeout: 40_000 })
      .toEqual([{ id: 7 }]);
  });

  test("architecture: a data folder belongs to one process at a time, and is free again when that one is killed", async () => {
    const other = await startInOtherProcess();
    await expect(start()).rejects.toThrow(
      `The data folder ${dataDir} is in use by another running portal (process ${other.pid} on ${hostname()}, since 20`,
    );
    // The refused process must not have stopped the server of the other.
    process.kill(await readPid(), 0);
    other.kill("SIGKILL");
    await start();
  });

  test("architecture: two first starts at once end with one server and one clear refusal", async () => {
    await rm(path.join(dataDir, "postgres"), { recursive: true });
    const outcomes = await Promise.all([spawnRunner(), spawnRunner()].map(readLine));
    expect(outcomes.filter((line) => line === "running")).toHaveLength(1);
    expect(outcomes.filter((line) => line.includes("in use by another running portal"))).toHaveLength(1);
    runners[0]?.kill("SIGKILL");
    runners[1]?.kill("SIGKILL");
    await start();
  });

  test("architecture: a pid file of a crash is no obstacle, even when another program has its process id now", async () => {
    const first = await start();
    const file = path.join(dataDir, "postgres", "cluster", "postmaster.pid");
    const lines = (await readFile(file, "utf8")).split("\n");
    await first.stop();
    const other = spawn("sleep", ["60"], { uid: process.getuid?.() });
    try {
      await writeFile(file, [String(other.pid), ...lines.slice(1)].join("\n"));
      const second = await start();
      expect(await query(second.connection, "select 1 as one")).toEqual([{ one: 1 }]);
      expect(other.exitCode).toBeNull();
    } finally {
      other.kill();
    }
  });

  test.skipIf(!canHidePids())(
    "architecture: a portal of another container, which can't see our process ids, is refused and disturbs nothing",
    async () => {
      const first = await start();
      const pid = await readPid();
      await query(first.connection, "create table orders (id int); insert into orders values (9)");
      expect(await readLine(spawnRunner(hidingPids()))).toMatch(
        new RegExp(`^The data folder \\S+ is in use by another running portal \\(process ${process.pid} on [^\n]+$`),
      );
      expect(await readLine(spawnRunner(hidingPids(), "find"))).toBe("found");
      expect(await readPid()).toBe(pid);
      expect(await query(first.connection, "select id from orders")).toEqual([{ id: 9 }]);
    },
  );

  test.skipIf(!canHidePids())(
    "architecture: the server of a killed portal keeps its data folder from another container, reachable or not",
    async () => {
      const owner = await startInOtherProcess();
      const pid = await readPid();
      const exited = new Promise((done) => owner.once("exit", done));
      owner.kill("SIGKILL");
      await exited;
      const refusal =
        /^The PostgreSQL of the data folder .+ can't be seen from here.+\(started by process \d+ on [^\n]+$/;
      expect(await readLine(spawnRunner(hidingPids()))).toMatch(refusal);
      const socket = path.join(dataDir, "postgres", ".s.PGSQL.5432");
      await rename(socket, `${socket}.hidden`);
      expect(await readLine(spawnRunner(hidingPids()))).toMatch(refusal);
      await rename(`${socket}.hidden`, socket);
      // The next portal beside it adopts it.
      const next = await start();
      expect(await readPid()).toBe(pid);
      expect(await query(next.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    },
  );

  test("architecture: a folder too long for a socket gets a loopback port and a password", async () => {
    const home = path.join(dataDir, "long-".repeat(24));
    await mkdir(home);
    const postgres = await start(home);
    expect(postgres.connection.host).toBe("127.0.0.1");
    expect(await query(postgres.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await expect(query({ ...postgres.connection, password: "wrong" }, "select 1")).rejects.toThrow("password");
  });

  test("architecture: a server of a deleted data folder is killed before a new one of that name is created", async () => {
    const other = await startInOtherProcess();
    const orphan = await readPid();
    other.kill("SIGKILL");
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    const postgres = await start();
    // As it exits it would remove the new socket.
    expect(await readFile(`/proc/${orphan}/cmdline`, "utf8").catch(() => "")).toBe("");
    expect(await readPid()).not.toBe(orphan);
    expect(await query(postgres.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("architecture: stopping leaves no process", async () => {
    const postgres = await start();
    const pid = await readPid();
    await postgres.stop();
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    expect(command).not.toContain(dataDir);
    await expect(query(postgres.connection, "select 1")).rejects.toThrow();
  });
});

async function start(home = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: home, log: quiet });
  opened.push(postgres);
  return postgres;
}

/** Starts PostgreSQL in another process, which a test can kill. */
async function startInOtherProcess(): Promise<ChildProcess> {
  const child = spawnRunner();
  const line = await readLine(child);
  if (line !== "running") throw new Error(line);
  return child;
}

/** @param launcher a program that runs the given one, with its arguments */
function spawnRunner(launcher: readonly string[] = [], ...argv: string[]): ChildProcess {
  const [program = "", ...args] = [...launcher, process.execPath, runner, dataDir, ...argv];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  runners.push(child);
  return child;
}

/** Runs a program as a container does: it sees no process ids but its own and those of its children. */
function hidingPids(): string[] {
  return ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];
}

function canHidePids(): boolean {
  const [program = "", ...args] = hidingPids();
  return spawnSync(program, [...args, "true"]).status === 0;
}

function readLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) =>
    child.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString("utf8").trim())),
  );
}

async function readPid(): Promise<number> {
  const text = await readFile(path.join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8");
  return Number(text.split("\n")[0]);
}

async function query(connection: EmbeddedConnection, statement: string): Promise<object[]> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const result = await client.query(statement);
    return Array.isArray(result) ? [] : result.rows;
  } finally {
    await client.end();
  }
}
