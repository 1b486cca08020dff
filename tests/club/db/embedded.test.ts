import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../club/db/embedded/start";
import type { EmbeddedConnection } from "../../../club/db/embedded/types";

const HOLDER = fileURLToPath(new URL("./hold-postgres.ts", import.meta.url));
const quiet = { info: () => undefined, warn: () => undefined };

let dataDir: string;
const opened: EmbeddedPostgres[] = [];
const holders: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "club-embedded-"));
});

afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill("SIGKILL");
  for (const postgres of opened.splice(0)) await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe("startEmbeddedPostgres", { timeout: 60_000 }, () => {
  test("architecture: a server left over from a killed process is adopted with all that was committed", async () => {
    const holder = await hold();
    const before = await readPid();
    holder.kill("SIGKILL");
    const postgres = await start();
    expect(await readPid()).toBe(before);
    expect(await ask(postgres.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("architecture: after a crash of process and server, committed rows are there and uncommitted ones aren't", async () => {
    const first = await start();
    await ask(first.connection, "create table kept (id int); insert into kept values (7)");
    const open = new pg.Client(first.connection);
    open.on("error", () => undefined);
    await open.connect();
    await open.query("begin; insert into kept values (8)");
    process.kill(await readPid(), "SIGKILL");
    // The holder starts the server again by itself.
    await expect
      .poll(() => ask(first.connection, "select id from kept").catch(() => []), { timeout: 20_000 })
      .toEqual([{ id: 7 }]);
  });

  test("architecture: a data folder belongs to one process at a time, and is free again when that one is killed", async () => {
    const holder = await hold();
    await expect(start()).rejects.toThrow(`The data folder ${dataDir} is in use by another running portal`);
    // The refused one must not have stopped the other's server.
    process.kill(await readPid(), 0);
    holder.kill("SIGKILL");
    await start();
  });

  test("architecture: two first starts at once end with one holder and one clear refusal", async () => {
    const outcomes = await Promise.all([spawnHolder(), spawnHolder()].map(readLine));
    expect(outcomes.filter((line) => line === "held")).toHaveLength(1);
    expect(outcomes.filter((line) => line.includes("in use by another running portal"))).toHaveLength(1);
    holders[0]?.kill("SIGKILL");
    holders[1]?.kill("SIGKILL");
    await start();
  });

  test("architecture: a pid file left over is no obstacle, even when its number is a stranger's now", async () => {
    const first = await start();
    const file = path.join(dataDir, "postgres", "cluster", "postmaster.pid");
    const lines = (await readFile(file, "utf8")).split("\n");
    await first.stop();
    const stranger = spawn("sleep", ["60"], { uid: process.getuid?.() });
    try {
      await writeFile(file, [String(stranger.pid), ...lines.slice(1)].join("\n"));
      const second = await start();
      expect(await ask(second.connection, "select 1 as one")).toEqual([{ one: 1 }]);
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });

  test("architecture: a folder too long for a socket gets a loopback port and a password", async () => {
    const home = path.join(dataDir, "long-".repeat(24));
    await mkdir(home);
    const postgres = await start(home);
    expect(postgres.connection.host).toBe("127.0.0.1");
    expect(await ask(postgres.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await expect(ask({ ...postgres.connection, password: "wrong" }, "select 1")).rejects.toThrow("password");
  });

  test("architecture: what still runs on a deleted data folder is ended before a new one of that name is made", async () => {
    const holder = await hold();
    const stray = await readPid();
    holder.kill("SIGKILL");
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    const postgres = await start();
    // It would take the new socket away with it when it ends.
    expect(await readFile(`/proc/${stray}/cmdline`, "utf8").catch(() => "")).toBe("");
    expect(await readPid()).not.toBe(stray);
    expect(await ask(postgres.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("architecture: stopping leaves no process", async () => {
    const postgres = await start();
    const pid = await readPid();
    await postgres.stop();
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    expect(command).not.toContain(dataDir);
    await expect(ask(postgres.connection, "select 1")).rejects.toThrow();
  });
});

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet });
  opened.push(postgres);
  return postgres;
}

/** Starts a process that holds the folder. */
async function hold(): Promise<ChildProcess> {
  const child = spawnHolder();
  const line = await readLine(child);
  if (line !== "held") throw new Error(line);
  return child;
}

function spawnHolder(): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", HOLDER, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  holders.push(child);
  return child;
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

async function ask(connection: EmbeddedConnection, query: string): Promise<object[]> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const result = await client.query(query);
    return Array.isArray(result) ? [] : result.rows;
  } finally {
    await client.end();
  }
}
