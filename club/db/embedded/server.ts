import { appendFile, chown, readFile, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { errorMessage } from "../error-message";
import { findOrphans, findPostmaster } from "./postmaster-pid";
import type { EmbeddedPrograms } from "./programs";
import type { Cluster, EmbeddedConnection } from "./types";

const START_TIMEOUT_MS = 60_000;
const SILENCE_TIMEOUT_MS = 15_000;
const ORPHAN_CONFIRMATION_MS = 2_000;

/**
 * Waits until a PostgreSQL of this cluster accepts connections; starts one where none runs. A server that is starting,
 * recovering or stopping is waited for; one that stays silent is killed.
 *
 * @returns the port on which it listens
 */
export async function ensureRunning(
  cluster: Cluster,
  programs: EmbeddedPrograms,
  connection: EmbeddedConnection,
): Promise<number> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let lastSignOfLife = Date.now();
  let kills = 0;
  for (;;) {
    const postmaster = await findPostmaster(cluster.pgData);
    if (!postmaster) {
      try {
        await startServer(cluster, programs, connection);
      } catch (error) {
        // Another process may be starting it now, or child processes of a killed server may still be exiting.
        if (Date.now() > deadline) {
          throw new Error(`PostgreSQL does not start. ${errorMessage(error)}${await readLogTail(cluster)}`);
        }
        await delay(250);
      }
      continue;
    }
    const port = connection.host === "127.0.0.1" ? postmaster.port || connection.port : connection.port;
    const state = await probeServer({ ...connection, port }, cluster.pgData);
    if (state === "ready") return port;
    if (state === "foreign") throw new Error(`A PostgreSQL of another folder answers at ${connection.host}:${port}.`);
    if (state === "busy") lastSignOfLife = Date.now();
    if (Date.now() - lastSignOfLife > SILENCE_TIMEOUT_MS * (kills + 1)) {
      cluster.log.warn(`The embedded PostgreSQL (process ${postmaster.pid}) does not answer; ending it.`);
      killProcess(postmaster.pid, kills === 0 ? "SIGQUIT" : "SIGKILL");
      kills += 1;
    }
    await delay(100);
  }
}

/** Kills the servers that still run on a deleted folder of this name, before a new cluster is created in its place. */
export async function killOrphans(cluster: Cluster) {
  const suspects = await findOrphans(cluster.pgData);
  if (suspects.length === 0) return;
  // A server that another portal has just started writes its pid file within this time.
  await delay(ORPHAN_CONFIRMATION_MS);
  const orphans = (await findOrphans(cluster.pgData)).filter((pid) => suspects.includes(pid));
  for (const pid of orphans) {
    cluster.log.warn(`A PostgreSQL (process ${pid}) of a deleted folder still runs in ${cluster.home}; ending it.`);
    // Its data is gone. An orderly shutdown would only remove files of the new server.
    killProcess(pid, "SIGKILL");
  }
  for (let attempt = 0; attempt < 50; attempt++) {
    if (!(await findOrphans(cluster.pgData)).some((pid) => orphans.includes(pid))) return;
    await delay(100);
  }
}

/** "foreign": the server has another data folder or password; "busy": it is starting, recovering or stopping. */
type ServerState = "ready" | "foreign" | "busy" | "silent";

/** Connects to the server and asks for its data folder. */
async function probeServer(connection: EmbeddedConnection, pgData: string): Promise<ServerState> {
  const client = new pg.Client({ ...connection, database: "postgres", connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return path.resolve(rows[0]?.data_directory ?? "") === pgData ? "ready" : "foreign";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // 28P01: invalid password; 57P03: cannot connect now; 53300: too many connections
    if (code === "28P01") return "foreign";
    return code === "57P03" || code === "53300" ? "busy" : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function startServer(cluster: Cluster, programs: EmbeddedPrograms, connection: EmbeddedConnection) {
  const settings = path.join(cluster.pgData, "club.conf");
  await writeFile(settings, formatSettings(cluster, connection), { mode: 0o600 });
  await truncateLargeLog(cluster.serverLog);
  await appendFile(cluster.serverLog, "", { mode: 0o600 });
  if (programs.owner) {
    await chown(settings, programs.owner.uid, programs.owner.gid);
    await chown(cluster.serverLog, programs.owner.uid, programs.owner.gid);
  }
  await programs.run(programs.pgCtl, [
    "start",
    "--wait",
    `--timeout=${START_TIMEOUT_MS / 1000}`,
    "--silent",
    `--pgdata=${cluster.pgData}`,
    `--log=${cluster.serverLog}`,
  ]);
}

function formatSettings(cluster: Cluster, connection: EmbeddedConnection): string {
  const onSocket = connection.host !== "127.0.0.1";
  const settings: Record<string, string> = {
    listen_addresses: onSocket ? "" : connection.host,
    port: String(connection.port),
    unix_socket_directories: onSocket ? connection.host : "",
    unix_socket_permissions: "0700",
    max_connections: "100",
    shared_buffers: cluster.durable ? "64MB" : "32MB",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    log_checkpoints: "off",
    jit: "off",
  };
  if (!cluster.durable) {
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

async function truncateLargeLog(file: string) {
  const size = await stat(file).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > 10_000_000) await truncate(file);
}

async function readLogTail(cluster: Cluster) {
  const text = await readFile(cluster.serverLog, "utf8").catch(() => "");
  return text ? ` Its log ends with: ${text.trim().split("\n").slice(-5).join(" | ")}` : "";
}

/** Stops the server. "fast" shuts it down in order; "immediate", if that fails, leaves a recovery to the next start. */
export async function stopServer(cluster: Cluster, programs: EmbeddedPrograms) {
  for (const mode of ["fast", "immediate"]) {
    if (!(await findPostmaster(cluster.pgData))) return;
    try {
      await programs.run(programs.pgCtl, [
        "stop",
        "--wait",
        "--timeout=30",
        "--silent",
        `--mode=${mode}`,
        `--pgdata=${cluster.pgData}`,
      ]);
      return;
    } catch (error) {
      if (await findPostmaster(cluster.pgData))
        cluster.log.warn(`The embedded PostgreSQL does not stop: ${errorMessage(error)}`);
    }
  }
}

function killProcess(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited already.
  }
}
