import { mkdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { chooseAddress } from "./embedded-address";
import { CLUSTER_USER, ensureCluster } from "./embedded-cluster";
import { preparePrograms } from "./embedded-programs";
import { endStrays, ensureRunning, stopServer } from "./embedded-server";
import { type EmbeddedConnection, type EmbeddedOptions, explain, type Place } from "./embedded-types";

/** Two portals can't share a data folder; the message says what to do. */
export class DataFolderInUse extends Error {
  override name = "DataFolderInUse";
}

export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  /** Stops the server and waits for its end. */
  stop(): Promise<void>;
}

const DATABASE = "club";
const LOCK_KEY = 7_203_311;
/**
 * Starts a real PostgreSQL in `<dataDir>/postgres`, or adopts the one that a killed process left running there, and
 * keeps it running: should it be killed, it is started again in the same place, so that a pool's next connection works.
 *
 * Only one process at a time may hold a data folder. The hold is a lock inside PostgreSQL, so it ends with its owner
 * however that one ends.
 *
 * @throws Error with a message for the operator when the folder is in use, or PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const home = path.join(dataDir, "postgres");
  const place: Place = {
    dataDir,
    home,
    cluster: path.join(home, "cluster"),
    serverLog: path.join(home, "server.log"),
    passwordFile: path.join(home, "password"),
    durable: options.durable ?? true,
    log: options.log,
  };
  const programs = await preparePrograms(home);
  await endStrays(place);
  await ensureCluster(place, programs);
  const password = (await readFile(place.passwordFile, "utf8")).trim();
  let connection: EmbeddedConnection = {
    ...(await chooseAddress(home)),
    user: CLUSTER_USER,
    password,
    database: DATABASE,
  };
  connection = { ...connection, port: await ensureRunning(place, programs, connection) };
  let keeper = await takeLock(place, connection);
  await ensureDatabase(connection);

  let stopping = false;
  let reviving: Promise<void> = Promise.resolve();
  const watch = () => {
    keeper.once("end", () => {
      if (!stopping) reviving = revive();
    });
  };
  const revive = async () => {
    place.log.warn("The embedded PostgreSQL is gone; starting it again.");
    while (!stopping) {
      try {
        await ensureRunning(place, programs, connection);
        keeper = await takeLock(place, connection);
        watch();
        place.log.info("The embedded PostgreSQL is back.");
        return;
      } catch (error) {
        place.log.warn(`The embedded PostgreSQL did not start: ${explain(error)}`);
        await delay(1000);
      }
    }
  };
  watch();

  return {
    connection,
    async stop() {
      if (stopping) return;
      stopping = true;
      await reviving;
      await keeper.end().catch(() => undefined);
      await stopServer(place, programs);
    },
  };
}

/** Takes the hold on the data folder; a moment of patience, since a killed owner's connection takes one to end. */
async function takeLock(place: Place, connection: EmbeddedConnection): Promise<pg.Client> {
  const keeper = new pg.Client({
    ...connection,
    database: "postgres",
    application_name: "club keeper",
    keepAlive: true,
  });
  keeper.on("error", () => undefined);
  await keeper.connect();
  for (let attempt = 0; attempt < 20; attempt++) {
    const { rows } = await keeper.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [LOCK_KEY]);
    if (rows[0]?.held) return keeper;
    await delay(100);
  }
  await keeper.end().catch(() => undefined);
  throw new DataFolderInUse(
    `The data folder ${place.dataDir} is in use by another running portal. Stop that one first, or choose another DATA_DIR.`,
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
