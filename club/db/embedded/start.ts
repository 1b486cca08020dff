import { mkdir, readFile, realpath } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks";
import { errorMessage } from "../error-message";
import { chooseAddress } from "./address";
import { ensureCluster } from "./cluster";
import { preparePrograms } from "./programs";
import { ensureRunning, killOrphans, stopServer } from "./server";
import {
  CLUB_DATABASE,
  CLUSTER_USER,
  type Cluster,
  describeCluster,
  type EmbeddedConnection,
  type EmbeddedOptions,
} from "./types";

/** Another portal is using the data folder. The message tells the operator what to do. */
export class DataFolderInUseError extends Error {
  override name = "DataFolderInUseError";
}

export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  /** Stops the server and waits until it has exited. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL in `<dataDir>/postgres`, or adopts the one that a killed process left running there. When
 * the server is killed it is started again at the same address, so that a pool's next connection works.
 *
 * One process at a time may use a data folder. An advisory lock of PostgreSQL sees to that: it ends with its owner,
 * however that one ends.
 *
 * @throws DataFolderInUseError when another process uses the folder
 * @throws Error with a message for the operator when PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const cluster = describeCluster({ ...options, dataDir: await realpath(options.dataDir) });
  const programs = await preparePrograms(cluster.home);
  await killOrphans(cluster);
  await ensureCluster(cluster, programs);
  const address: EmbeddedConnection = {
    ...(await chooseAddress(cluster.home)),
    user: CLUSTER_USER,
    password: (await readFile(cluster.passwordFile, "utf8")).trim(),
    database: CLUB_DATABASE,
  };
  const connection = { ...address, port: await ensureRunning(cluster, programs, address) };
  let lockHolder = await lockDataFolder(cluster, connection);
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
        lockHolder = await lockDataFolder(cluster, connection);
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

  return {
    connection,
    async stop() {
      if (stopping) return;
      stopping = true;
      await restarting;
      await lockHolder.end().catch(() => undefined);
      await stopServer(cluster, programs);
    },
  };
}

/**
 * Locks the data folder until the returned connection ends. Tries for two seconds, because PostgreSQL needs a moment to
 * notice that a killed owner is gone.
 */
async function lockDataFolder(cluster: Cluster, connection: EmbeddedConnection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    database: "postgres",
    application_name: "club data folder lock",
    keepAlive: true,
  });
  client.on("error", () => undefined);
  await client.connect();
  for (let attempt = 0; attempt < 20; attempt++) {
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
      ADVISORY_LOCKS.dataFolder,
    ]);
    if (rows[0]?.locked) return client;
    await delay(100);
  }
  await client.end().catch(() => undefined);
  throw new DataFolderInUseError(
    `The data folder ${cluster.dataDir} is in use by another running portal. Stop that one first, or choose another DATA_DIR.`,
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
