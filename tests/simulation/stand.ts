import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { openClub } from "../../club/club";
import { startEmbeddedPostgres } from "../../club/platform/db/embedded/start";
import { formatConnection } from "../../club/platform/db/open";
import { createDataDir, readPostmaster } from "../faults/club-process";
import { configureClub, quiet } from "../setup/club";
import { DISK_FULL_SQL } from "./full-disk";

/** A PostgreSQL of its own with a demo's database to clone, for one schedule at a time. */
export interface Stand {
  readonly dataDir: string;
  /** The socket on which PostgreSQL listens. */
  readonly socketPath: string;
  cloneDatabase(): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** The connection string of a database, past every proxy. */
  urlOf(database: string): string;
  /** Process id of the postmaster. */
  findPostmaster(): Promise<number>;
  close(): Promise<void>;
}

const TEMPLATE = "club";

const quietDatabase = { info: () => undefined, warn: () => undefined };

/** Makes the PostgreSQL that stands copy, with a demo's database: to make a demo takes as long as some of the schedules. */
export async function fillStandFolder(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: quietDatabase, durable: false });
  const template = formatConnection({ ...postgres.connection, database: TEMPLATE });
  const club = await openClub({ ...configureClub(template, dataDir, true), log: quiet, work: false });
  await club.close();
  await query(template, DISK_FULL_SQL);
  await postgres.stop();
}

/**
 * Starts the embedded PostgreSQL as the club does, with everything that starts it again after a kill. It doesn't wait for the
 * disk, which only a crash of the whole computer would show; a commit has left the process before it is confirmed.
 * @param filled the data folder of `fillStandFolder`
 * @param statement what is done to the demo's database first
 */
export async function openStand(filled: string, statement?: string): Promise<Stand> {
  const folder = await createDataDir();
  // With the owners of the files.
  await promisify(execFile)("cp", ["-a", path.join(filled, "postgres"), folder.path]);
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: quietDatabase, durable: false });
  const urlOf = (database: string) => formatConnection({ ...postgres.connection, database });
  if (statement) await query(urlOf(TEMPLATE), statement);
  const maintain = async (statement: string) => {
    await waitForPostgres(urlOf("postgres"));
    await query(urlOf("postgres"), statement);
  };
  return {
    dataDir: folder.path,
    socketPath: path.join(postgres.connection.host, `.s.PGSQL.${postgres.connection.port}`),
    urlOf,
    async cloneDatabase() {
      const name = `schedule_${randomBytes(6).toString("hex")}`;
      await maintain(`create database ${name} template ${TEMPLATE} strategy file_copy`);
      await maintain(`alter database ${name} set synchronous_commit = on`);
      return name;
    },
    dropDatabase: (name) => maintain(`drop database if exists ${name} with (force)`),
    findPostmaster: () => readPostmaster(folder.path),
    async close() {
      await postgres.stop();
      await folder.remove();
    },
  };
}

async function query(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const BACK_MS = 60_000;

/** Waits until PostgreSQL accepts connections again. */
export async function waitForPostgres(connectionString: string): Promise<void> {
  const deadline = Date.now() + BACK_MS;
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("select 1");
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
