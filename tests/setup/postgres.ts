import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Kysely, sql } from "kysely";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../club/platform/db/embedded/start";
import { migrateDatabase } from "../../club/platform/db/migrate";
import { formatConnection, openDatabase } from "../../club/platform/db/open";
import type { Database } from "../../club/platform/db/schema";
import { APPLICATION_ROLE } from "./database";

declare module "vitest" {
  export interface ProvidedContext {
    /** The connection string of the test server's maintenance database. */
    postgresUrl: string;
    /** The name of the migrated database from which test databases are cloned. */
    templateDatabase: string;
    /** How far the clocks of the tests' processes and of their databases are from the real one. */
    clockShiftMs: number;
  }
}

const TEMPLATE = "club";
/** When each run begins, so that no test depends on the day on which it runs. Another date can be tried by `TEST_DATE`. */
const TEST_DATE = "2026-11-25T12:00:00+03:00";
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
  const databaseUrl = formatConnection(postgres.connection);
  const clockShiftMs = new Date(process.env.TEST_DATE ?? TEST_DATE).getTime() - Date.now();
  await withDatabase(databaseUrl, async (db) => {
    await sql`create role ${sql.ref(APPLICATION_ROLE)} login password ${sql.lit(APPLICATION_ROLE)}`.execute(db);
    await shiftClock(db, clockShiftMs, [APPLICATION_ROLE, postgres.connection.user]);
  });
  await withDatabase(databaseUrl, migrateDatabase);

  project.provide("postgresUrl", formatConnection({ ...postgres.connection, database: "postgres" }));
  project.provide("templateDatabase", TEMPLATE);
  project.provide("clockShiftMs", clockShiftMs);

  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    guardian.stdin.end();
  };
}

async function withDatabase<Result>(databaseUrl: string, work: (db: Kysely<Database>) => Promise<Result>) {
  const opened = await openDatabase({ databaseUrl, dataDir: "", log: quiet });
  try {
    return await work(opened.db);
  } finally {
    await opened.close();
  }
}

/** Puts a clock of the tests' time before that of PostgreSQL, for these roles and all databases made from this one. */
async function shiftClock(db: Kysely<Database>, milliseconds: number, roles: string[]): Promise<void> {
  for (const name of ["now", "clock_timestamp"]) {
    await sql`
      create function ${sql.table(`public.${name}`)}() returns timestamptz language sql
      ${sql.raw(name === "now" ? "stable" : "volatile")}
      as ${sql.lit(`select pg_catalog.${name}() + interval '${milliseconds} milliseconds'`)}
    `.execute(db);
  }
  for (const role of roles) await sql`alter role ${sql.ref(role)} set search_path = public, pg_catalog`.execute(db);
}
