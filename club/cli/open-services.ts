import { readClubConfiguration } from "../configuration";
import { findRunningPostgres } from "../db/embedded/find-running";
import { migrateDatabase } from "../db/migrate";
import { formatConnection, openDatabase } from "../db/open";
import { prepareDataKey } from "../seal/data-key";
import { createSeal } from "../seal/seal";
import type { Services } from "../services";

/**
 * Opens what a command works with: the database at DATABASE_URL, or the embedded one in DATA_DIR. When a portal runs on
 * that folder the command connects to its PostgreSQL, otherwise it starts one and stops it afterwards.
 */
export async function openServices(
  environment?: NodeJS.ProcessEnv,
): Promise<{ services: Services; close(): Promise<void> }> {
  const configuration = readClubConfiguration(environment);
  const running = configuration.databaseUrl ? undefined : await findRunningPostgres(configuration.dataDir);
  const databaseUrl = configuration.databaseUrl ?? (running && formatConnection(running));
  const warn = (message: string) => console.error(message);
  const database = await openDatabase({
    ...(databaseUrl && { databaseUrl }),
    dataDir: configuration.dataDir,
    log: { info: () => undefined, warn },
    poolSize: 2,
  });
  let dataKey: Buffer;
  try {
    await migrateDatabase(database.db);
    dataKey = await prepareDataKey(database.db, configuration);
  } catch (error) {
    await database.close();
    throw error;
  }
  const services: Services = {
    db: database.db,
    // A command runs no jobs: the portal checks the outbox every minute.
    jobs: { send: async () => undefined },
    seal: createSeal(dataKey),
    settings: configuration.settings,
    log: {
      info: () => undefined,
      warn: (_fields, message) => warn(message),
      error: (_fields, message) => warn(message),
    },
    countAlarm: () => undefined,
    now: () => new Date(),
  };
  return { services, close: () => database.close() };
}
