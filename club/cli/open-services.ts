import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { readClubConfiguration } from "../configuration";
import { CLUSTER_USER } from "../db/embedded-cluster";
import { findPostmaster } from "../db/embedded-pid";
import { migrateDatabase } from "../db/migrate";
import { formatConnection, openDatabase } from "../db/open";
import { createSeal } from "../seal/seal";
import type { Services } from "../services";

/**
 * Opens what a command works with: the database at DATABASE_URL, or the embedded one in DATA_DIR — the running portal's
 * own when there is one, otherwise started for the time of the command.
 */
export async function openServices(
  environment?: NodeJS.ProcessEnv,
): Promise<{ services: Services; close(): Promise<void> }> {
  const configuration = readClubConfiguration(environment);
  const databaseUrl = configuration.databaseUrl ?? (await findRunningDatabase(configuration.dataDir));
  const warn = (message: string) => console.error(message);
  const database = await openDatabase({
    ...(databaseUrl && { databaseUrl }),
    dataDir: configuration.dataDir,
    log: { info: () => undefined, warn },
    poolSize: 2,
  });
  try {
    await migrateDatabase(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  const services: Services = {
    db: database.db,
    // Nothing is worked on here: the portal looks into the outbox every minute, woken or not.
    jobs: { send: async () => undefined },
    seal: createSeal(configuration.dataKey),
    settings: configuration.settings,
    log: {
      info: () => undefined,
      warn: (_fields, message) => warn(message),
      error: (_fields, message) => warn(message),
    },
    now: () => new Date(),
  };
  return { services, close: () => database.close() };
}

/** The address of the PostgreSQL that a running portal keeps in its data folder, or null. */
async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const home = path.join(dataDir, "postgres");
  const postmaster = await findPostmaster(path.join(home, "cluster"));
  if (!postmaster) return null;
  const password = (await readFile(path.join(home, "password"), "utf8")).trim();
  const host = existsSync(path.join(home, `.s.PGSQL.${postmaster.port}`)) ? home : "127.0.0.1";
  return formatConnection({ host, port: postmaster.port, user: CLUSTER_USER, password, database: "club" });
}
