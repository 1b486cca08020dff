import { appendFile, chown, readFile, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findPostmaster, findStrays } from "./embedded-pid";
import type { EmbeddedPrograms } from "./embedded-programs";
import { type EmbeddedConnection, explain, type Place } from "./embedded-types";

const START_LIMIT_MS = 60_000;
const SILENCE_LIMIT_MS = 15_000;
const STRAY_PATIENCE_MS = 2_000;

/**
 * Returns once a PostgreSQL on this cluster answers, with its port. One that is starting, recovering or stopping is
 * waited for; one that says nothing for long is ended; where there is none, one is started.
 */
export async function ensureRunning(
  place: Place,
  programs: EmbeddedPrograms,
  wanted: EmbeddedConnection,
): Promise<number> {
  const limit = Date.now() + START_LIMIT_MS;
  let heard = Date.now();
  let asked = 0;
  for (;;) {
    const postmaster = await findPostmaster(place.cluster);
    if (!postmaster) {
      try {
        await startServer(place, programs, wanted);
      } catch (error) {
        // Another process may have started it at this moment, or the last children of a killed one are still ending.
        if (Date.now() > limit)
          throw new Error(`PostgreSQL does not start. ${explain(error)}${await readLogTail(place)}`);
        await delay(250);
      }
      continue;
    }
    const port = wanted.host === "127.0.0.1" ? postmaster.port || wanted.port : wanted.port;
    const answer = await ask({ ...wanted, port }, place.cluster);
    if (answer === "ours") return port;
    if (answer === "foreign") throw new Error(`A PostgreSQL of another folder answers at ${wanted.host}:${port}.`);
    if (answer === "busy") heard = Date.now();
    const silent = Date.now() - heard;
    if (silent > SILENCE_LIMIT_MS * (asked + 1)) {
      place.log.warn(`The embedded PostgreSQL (process ${postmaster.pid}) does not answer; ending it.`);
      end(postmaster.pid, asked++ === 0 ? "SIGQUIT" : "SIGKILL");
    }
    await delay(100);
  }
}

/** Ends what still runs on a folder of this name that was deleted since, before anything new is made in its place. */
export async function endStrays(place: Place) {
  const suspected = await findStrays(place.cluster);
  if (suspected.length === 0) return;
  // One that another portal has just started is about to write its pid file.
  await delay(STRAY_PATIENCE_MS);
  const strays = (await findStrays(place.cluster)).filter((pid) => suspected.includes(pid));
  for (const pid of strays) {
    place.log.warn(`A PostgreSQL (process ${pid}) of a deleted folder still runs in ${place.home}; ending it.`);
    // Its data is gone; an orderly end would only remove files that aren't its own any more.
    end(pid, "SIGKILL");
  }
  for (let attempt = 0; attempt < 50; attempt++) {
    if (!(await findStrays(place.cluster)).some((pid) => strays.includes(pid))) return;
    await delay(100);
  }
}

/** Asks the server at this address who it is; "busy" = it is starting, recovering or stopping. */
async function ask(connection: EmbeddedConnection, cluster: string): Promise<"ours" | "foreign" | "busy" | "silent"> {
  const client = new pg.Client({ ...connection, database: "postgres", connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return path.resolve(rows[0]?.data_directory ?? "") === cluster ? "ours" : "foreign";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "28P01") return "foreign";
    // 57P03 cannot connect now, 53300 too many connections
    return code === "57P03" || code === "53300" ? "busy" : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function startServer(place: Place, programs: EmbeddedPrograms, wanted: EmbeddedConnection) {
  const settings = path.join(place.cluster, "club.conf");
  await writeFile(settings, describeSettings(place, wanted), { mode: 0o600 });
  await keepLogShort(place.serverLog);
  await appendFile(place.serverLog, "", { mode: 0o600 });
  if (programs.owner) {
    await chown(settings, programs.owner.uid, programs.owner.gid);
    await chown(place.serverLog, programs.owner.uid, programs.owner.gid);
  }
  await programs.run(programs.control, [
    "start",
    "--wait",
    `--timeout=${START_LIMIT_MS / 1000}`,
    "--silent",
    `--pgdata=${place.cluster}`,
    `--log=${place.serverLog}`,
  ]);
}

function describeSettings(place: Place, wanted: EmbeddedConnection): string {
  const socket = wanted.host !== "127.0.0.1";
  const settings: Record<string, string> = {
    listen_addresses: socket ? "" : wanted.host,
    port: String(wanted.port),
    unix_socket_directories: socket ? wanted.host : "",
    unix_socket_permissions: "0700",
    max_connections: "100",
    shared_buffers: place.durable ? "64MB" : "32MB",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    log_checkpoints: "off",
    jit: "off",
  };
  if (!place.durable) {
    Object.assign(settings, {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      wal_level: "minimal",
      max_wal_senders: "0",
      max_connections: "200",
    });
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join("");
}

async function keepLogShort(file: string) {
  const size = await stat(file).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > 10_000_000) await truncate(file);
}

async function readLogTail(place: Place) {
  const text = await readFile(place.serverLog, "utf8").catch(() => "");
  return text ? ` Its log ends with: ${text.trim().split("\n").slice(-5).join(" | ")}` : "";
}

/** Stops the server: first as after work, then as in haste. */
export async function stopServer(place: Place, programs: EmbeddedPrograms) {
  for (const mode of ["fast", "immediate"]) {
    if (!(await findPostmaster(place.cluster))) return;
    try {
      await programs.run(programs.control, [
        "stop",
        "--wait",
        "--timeout=30",
        "--silent",
        `--mode=${mode}`,
        `--pgdata=${place.cluster}`,
      ]);
      return;
    } catch (error) {
      if (await findPostmaster(place.cluster))
        place.log.warn(`The embedded PostgreSQL does not stop: ${explain(error)}`);
    }
  }
}

function end(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
