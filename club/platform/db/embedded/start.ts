import { existsSync } from "node:fs";
import { mkdir, readFile, realpath } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks";
import { errorMessage } from "../error-message";
import { chooseAddress, socketPath } from "./address";
import { ensureCluster } from "./cluster";
import { DataFolderInUseError } from "./data-folder-in-use-error";
import { type FileLock, readLockHolder, takeLock } from "./file-lock";
import { findPostmaster } from "./postmaster-pid";
import { type EmbeddedPrograms, preparePrograms } from "./programs";
import { ensureRunning, killOrphans, stopServer } from "./server";
import {
  CLUB_DATABASE,
  CLUSTER_USER,
  type Cluster,
  describeCluster,
  type EmbeddedConnection,
  type EmbeddedOptions,
} from "./types";

const SOCKET_WATCH_MS = 3_000;

export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  /** Stops the server and waits until it has exited. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL in `<dataDir>/postgres`, or adopts the one that a killed process left running there. When
 * the server is killed it is started again at the same address, so that a pool's next connection works.
 *
 * One process at a time may use a data folder. A lock on a file sees to that, and an advisory lock of PostgreSQL where
 * files can't be locked. Both end with their owner, however that one ends.
 *
 * @throws DataFolderInUseError when another process uses the folder
 * @throws Error with a message for the operator when PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const cluster = describeCluster({ ...options, dataDir: await realpath(options.dataDir) });
  const programs = await preparePrograms(cluster.home);
  const ownerLock = await lockDataFolder(cluster);
  try {
    return await startOwned(cluster, programs, ownerLock);
  } catch (error) {
    await ownerLock.release();
    throw error;
  }
}

async function startOwned(
  cluster: Cluster,
  programs: EmbeddedPrograms,
  ownerLock: FileLock,
): Promise<EmbeddedPostgres> {
  await killOrphans(cluster);
  await ensureCluster(cluster, programs);
  const address: EmbeddedConnection = {
    ...(await chooseAddress(cluster.home)),
    user: CLUSTER_USER,
    password: (await readFile(cluster.passwordFile, "utf8")).trim(),
    database: CLUB_DATABASE,
  };
  const connection = { ...address, port: await ensureRunning(cluster, programs, address) };
  let lockHolder = await lockServer(cluster, connection);
  await ensureDatabase(connection);

  let stopping = false;
  let restarting: Promise<void> = Promise.resolve();
  const restartWhenLost = () => {
    lockHolder.once("end", () => {
      if (!stopping) restarting = restart();
    });
  };
  const restart = async () => {
    cluster.log.warn("The embedded PostgreSQL is gone; starting it again.");
    while (!stopping) {
      try {
        await ensureRunning(cluster, programs, connection);
        lockHolder = await lockServer(cluster, connection);
        restartWhenLost();
        cluster.log.info("The embedded PostgreSQL is back.");
        return;
      } catch (error) {
        cluster.log.warn(`The embedded PostgreSQL did not start: ${errorMessage(error)}`);
        await delay(1000);
      }
    }
  };
  restartWhenLost();
  const endWatch = watchSocket(cluster, connection, async () => {
    if (stopping) return;
    cluster.log.warn("The socket of the embedded PostgreSQL was deleted; starting it again.");
    // The end of the connection that holds the lock starts it.
    await stopServer(cluster, programs);
  });

  return {
    connection,
    async stop() {
      if (stopping) return;
      stopping = true;
      await endWatch();
      await restarting;
      await lockHolder.end().catch(() => undefined);
      await stopServer(cluster, programs);
      await ownerLock.release();
    },
  };
}

/**
 * Looks whether the socket is still there. Without its file PostgreSQL works on for those who are connected, but nobody
 * can connect any more. While the server starts, it has no socket either, so only the second look counts.
 */
function watchSocket(cluster: Cluster, connection: EmbeddedConnection, onMissing: () => Promise<void>) {
  if (connection.host === "127.0.0.1") return async () => undefined;
  const socket = socketPath(connection.host, connection.port);
  let missing = 0;
  let acting: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    acting = acting.then(async () => {
      missing = existsSync(socket) || !(await findPostmaster(cluster.pgData)) ? 0 : missing + 1;
      if (missing < 2) return;
      missing = 0;
      await onMissing();
    });
  }, SOCKET_WATCH_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await acting;
  };
}

/** Locks the data folder for this process. Tries for two seconds: the system may still be ending a killed owner. */
async function lockDataFolder(cluster: Cluster): Promise<FileLock> {
  const lock = await tryForTwoSeconds(() => takeLock(cluster.ownerLock));
  if (!lock) throw await refuseSecondOwner(cluster);
  if (lock.unsupported !== undefined) {
    cluster.log.warn(
      `Files in ${cluster.home} can't be locked (${lock.unsupported}): make sure that no other container uses this data folder.`,
    );
  }
  return lock;
}

/**
 * Locks the server until the returned connection ends. Tries for two seconds, because PostgreSQL needs a moment to
 * notice that a killed owner is gone.
 */
async function lockServer(cluster: Cluster, connection: EmbeddedConnection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    database: "postgres",
    application_name: "club data folder lock",
    keepAlive: true,
  });
  client.on("error", () => undefined);
  await client.connect();
  const isLocked = await tryForTwoSeconds(async () => {
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
      ADVISORY_LOCKS.dataFolder,
    ]);
    return rows[0]?.locked || undefined;
  });
  if (isLocked) return client;
  await client.end().catch(() => undefined);
  throw await refuseSecondOwner(cluster);
}

async function tryForTwoSeconds<T>(attempt: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let count = 0; count < 20; count++) {
    const result = await attempt();
    if (result !== undefined) return result;
    await delay(100);
  }
  return undefined;
}

async function refuseSecondOwner({ dataDir, ownerLock }: Cluster): Promise<DataFolderInUseError> {
  return new DataFolderInUseError(
    `The data folder ${dataDir} is in use by another running portal (${await readLockHolder(ownerLock)}). Stop that one first, or choose another DATA_DIR.`,
  );
}

async function ensureDatabase(connection: EmbeddedConnection) {
  const client = new pg.Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [connection.database]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}
