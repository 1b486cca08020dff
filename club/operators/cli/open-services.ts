import { type ClubConfiguration, readClubConfiguration } from "../../platform/configuration";
import { findRunningPostgres } from "../../platform/db/embedded/find-running";
import { migrateDatabase } from "../../platform/db/migrate";
import { formatConnection, type OpenedDatabase, openDatabase } from "../../platform/db/open";
import { openReadReplica } from "../../platform/db/read-replica";
import { createJobSender } from "../../platform/jobs/job-sender";
import { readPortalOrigin } from "../../platform/portal-origin";
import { openCompanyRegister } from "../../platform/providers/open-providers";
import { prepareDataKeys } from "../../platform/seal/data-key";
import { createSeal, type DataKeys } from "../../platform/seal/seal";
import type { Jobs, Services } from "../../platform/services";

const warn = (message: string) => console.error(message);

/**
 * Opens what a command works with, as the owner of the tables: the database at DATABASE_OWNER_URL or DATABASE_URL, or the
 * embedded one in DATA_DIR. When a portal runs on that folder the command connects to its PostgreSQL, otherwise it starts
 * one and stops it afterwards.
 */
export async function openCommandDatabase(configuration: ClubConfiguration): Promise<OpenedDatabase> {
  const configured = configuration.databaseOwnerUrl ?? configuration.databaseUrl;
  const running = configured ? undefined : await findRunningPostgres(configuration.dataDir);
  const databaseUrl = configured ?? (running && formatConnection(running));
  return openDatabase({
    ...(databaseUrl && { databaseUrl }),
    dataDir: configuration.dataDir,
    log: { info: () => undefined, warn },
    poolSize: 2,
  });
}

/**
 * Opens the database of a command, migrates it and checks its key. Without PUBLIC_ORIGIN, links in messages lead to the portal
 * that was started last.
 */
export async function openServices(
  environment?: NodeJS.ProcessEnv,
): Promise<{ services: Services; close(): Promise<void> }> {
  const configuration = readClubConfiguration(environment);
  const database = await openCommandDatabase(configuration);
  let dataKeys: DataKeys;
  let jobs: Jobs;
  let portalOrigin: string | null;
  const { databaseRead: read, databaseTimeouts: timeouts } = configuration;
  const replicaOf = { primary: database.db, timeouts, log: { info: () => undefined, warn } };
  const readReplica = read && (await openReadReplica({ ...read, ...replicaOf }));
  const close = async () => {
    await readReplica?.close();
    await database.close();
  };
  try {
    await migrateDatabase(database.db);
    dataKeys = await prepareDataKeys(database.db, configuration);
    jobs = await createJobSender(database.db);
    portalOrigin = configuration.hasPublicOrigin ? null : await readPortalOrigin(database.db);
  } catch (error) {
    await close();
    throw error;
  }
  const services: Services = {
    db: database.db,
    sharedDb: database.shared,
    readReplica,
    jobs,
    seal: createSeal(dataKeys),
    settings: { ...configuration.settings, ...(portalOrigin !== null && { publicOrigin: portalOrigin }) },
    companyRegister: openCompanyRegister(configuration.settings),
    identityProvider: null,
    log: {
      info: () => undefined,
      warn: (_fields, message) => warn(message),
      error: (_fields, message) => warn(message),
    },
    countAlarm: () => undefined,
    countDelivery: () => undefined,
    countJob: () => undefined,
    now: () => new Date(),
  };
  return { services, close };
}
