import { appendFile, chown, readFile, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage } from "../error-message";
import { DataFolderInUseError } from "./data-folder-in-use-error";
import { type FileLock, readLockHolder, takeLock } from "./file-lock";
import { findOrphans, findPostmaster, readPidFile, removePidFile } from "./postmaster-pid";
import { probeServer } from "./probe-server";
import type { EmbeddedPrograms } from "./programs";
import type { Cluster, EmbeddedConnection } from "./types";

const START_TIMEOUT_MS = 60_000;
const SILENCE_TIMEOUT_MS = 15_000;
const ORPHAN_CONFIRMATION_MS = 2_000;

/**
 * Waits until a PostgreSQL of this cluster accepts connections; starts one where none runs. A server that is starting,
 * recovering or stopping is waited for; one that stays silent is killed.
 *
 * The server and all its child processes hold a lock, so that none is started beside them where their process ids can't
 * be seen (in another container).
 *
 * @returns the port on which it listens
 * @throws DataFolderInUseError when a server runs that can't be seen from here
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
      await requireNoHiddenServer(cluster, connection);
      const lock = await takeLock(cluster.serverLock);
      if (!lock) {
        // Child processes of a killed server may still be exiting.
        if (Date.now() - lastSignOfLife > SILENCE_TIMEOUT_MS) throw await refuseHiddenServer(cluster);
        await delay(250);
        continue;
      }
      try {
        await startServer(cluster, programs, connection, lock);
      } catch (error) {
        if (Date.now() > deadline) {
          throw new Error(`PostgreSQL does not start. ${errorMessage(error)}${await readLogTail(cluster)}`);
        }
        await delay(250);
      } finally {
        await lock.release();
      }
      continue;
    }
    const port = choosePort(connection, postmaster.port);
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

/**
 * Asks at the address in the pid file although the process in it isn't there.
 * @throws DataFolderInUseError when a server answers
 */
async function requireNoHiddenServer(cluster: Cluster, connection: EmbeddedConnection) {
  const left = await readPidFile(cluster.pgData);
  if (!left) return;
  const state = await probeServer({ ...connection, port: choosePort(connection, left.port) }, cluster.pgData);
  // The socket is in the folder itself, whose name may be another one there; a loopback port may be anybody's by now.
  const isOurs = state === "ready" || state === "busy" || (state === "foreign" && connection.host !== "127.0.0.1");
  if (isOurs) throw await refuseHiddenServer(cluster);
}

async function refuseHiddenServer({ dataDir, serverLock }: Cluster): Promise<DataFolderInUseError> {
  return new DataFolderInUseError(
    `The PostgreSQL of the data folder ${dataDir} runs where it can't be seen from here, such as in another container (started by ${await readLockHolder(serverLock)}). Stop it there first, or choose another DATA_DIR.`,
  );
}

function choosePort(connection: EmbeddedConnection, running: number): number {
  return connection.host === "127.0.0.1" ? running || connection.port : connection.port;
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

/** Starts the server, which holds the lock from now on. */
async function startServer(
  cluster: Cluster,
  programs: EmbeddedPrograms,
  connection: EmbeddedConnection,
  lock: FileLock,
) {
  // Nobody else has the lock, so it's a crash's. PostgreSQL would refuse to start if another program had its id now.
  await removePidFile(cluster.pgData);
  const settings = path.join(cluster.pgData, "club.conf");
  await writeFile(settings, formatSettings(cluster, connection), { mode: 0o600 });
  await truncateLargeLog(cluster.serverLog);
  await appendFile(cluster.serverLog, "", { mode: 0o600 });
  if (programs.owner) {
    await chown(settings, programs.owner.uid, programs.owner.gid);
    await chown(cluster.serverLog, programs.owner.uid, programs.owner.gid);
  }
  await programs.run(
    programs.pgCtl,
    [
      "start",
      "--wait",
      `--timeout=${START_TIMEOUT_MS / 1000}`,
      "--silent",
      `--pgdata=${cluster.pgData}`,
      `--log=${cluster.serverLog}`,
    ],
    lock.fd,
  );
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
