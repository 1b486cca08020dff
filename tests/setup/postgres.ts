import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../club/platform/db/embedded/start";
import { migrateDatabase } from "../../club/platform/db/migrate";
import { formatConnection, openDatabase } from "../../club/platform/db/open";
import { APPLICATION_ROLE } from "./database";

declare module "vitest" {
  export interface ProvidedContext {
    /** The connection string of the test server's maintenance database. */
    postgresUrl: string;
    /** The name of the migrated database from which test databases are cloned. */
    templateDatabase: string;
  }
}

const TEMPLATE = "club";
const quiet = { info: () => undefined, warn: (message: string) => console.warn(message) };

/**
 * Starts one PostgreSQL for the whole run, with a migrated template. It ends with the run, even when the run is killed. Vitest
 * asks for it once more for each project, all of which see what the root provides.
 */
export default async function setup(project: TestProject) {
  if (!project.isRootProject()) return;
  const dataDir = await mkdtemp(path.join(tmpdir(), "club-tests-"));
  const guardian = spawn(process.execPath, [fileURLToPath(new URL("./guardian.mjs", import.meta.url)), dataDir], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guardian.unref();
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, durable: false });
  const template = await openDatabase({ databaseUrl: formatConnection(postgres.connection), dataDir, log: quiet });
  await migrateDatabase(template.db);
  await sql`create role ${sql.ref(APPLICATION_ROLE)} login password ${sql.lit(APPLICATION_ROLE)}`.execute(template.db);
  await template.close();

  project.provide("postgresUrl", formatConnection({ ...postgres.connection, database: "postgres" }));
  project.provide("templateDatabase", TEMPLATE);

  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    guardian.stdin.end();
  };
}
