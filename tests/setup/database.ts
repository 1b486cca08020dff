import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Kysely } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { openDatabase } from "../../club/platform/db/open";
import type { Database } from "../../club/platform/db/schema";

export interface TestDatabase {
  db: Kysely<Database>;
  pool: pg.Pool;
  connectionString: string;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

/** The role that serves in test clubs. The tables belong to another one. */
export const APPLICATION_ROLE = "test_app";

export interface CreatedDatabase {
  /** As the owner of the tables. */
  connectionString: string;
  drop(): Promise<void>;
}

/** Locked in the maintenance database, so it can't be one of the club's own locks. */
const TEMPLATE_LOCK = 7_203_399;
const quiet = { info: () => undefined, warn: () => undefined };

/** A migrated database without data. Open one per test file in `beforeAll` and close it in `afterAll`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const created = await createTestDatabase();
  const opened = await openDatabase({ databaseUrl: created.connectionString, dataDir: "", log: quiet });
  return {
    db: opened.db,
    pool: opened.pool,
    connectionString: created.connectionString,
    async close() {
      await opened.close();
      await created.drop();
    },
  };
}

/** A database without tables, for tests of the migrations. */
export async function createEmptyDatabase(): Promise<CreatedDatabase> {
  return withMaintenanceConnection((query) => createDatabase(query, "template0"));
}

/**
 * Clones a database for a test that opens its own connections: the migrated one, or another template, which its first
 * user in the test run fills with `fill`.
 */
export async function createTestDatabase(
  template?: string,
  fill?: (connectionString: string, dataDir: string) => Promise<void>,
): Promise<CreatedDatabase> {
  return withMaintenanceConnection(async (query) => {
    let source = inject("templateDatabase");
    if (template && fill) {
      source = `template_${template}`;
      await query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
      const { rowCount } = await query(`select 1 from pg_database where datname = '${source}'`);
      if (!rowCount) await fillTemplate(query, source, fill);
      await query(`select pg_advisory_unlock(${TEMPLATE_LOCK})`);
    }
    return createDatabase(query, source);
  });
}

async function createDatabase(query: Query, source: string): Promise<CreatedDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await query(`create database ${name} template ${source} strategy file_copy`);
  return {
    connectionString: connectionStringTo(name),
    drop: async () => {
      await withMaintenanceConnection((drop) => drop(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Fills a draft and renames it, so that a failed attempt leaves no incomplete template. */
async function fillTemplate(
  query: Query,
  template: string,
  fill: (connectionString: string, dataDir: string) => Promise<void>,
) {
  const draft = `${template}_draft`;
  const dataDir = await mkdtemp(path.join(tmpdir(), "club-template-"));
  try {
    await query(`drop database if exists ${draft} with (force)`);
    await query(`create database ${draft} template ${inject("templateDatabase")} strategy file_copy`);
    await fill(connectionStringTo(draft), dataDir);
    await query(`alter database ${draft} rename to ${template}`);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The same database as the role that serves. */
export function asApplication(connectionString: string): string {
  const url = new URL(connectionString);
  url.username = APPLICATION_ROLE;
  url.password = APPLICATION_ROLE;
  return url.href;
}

type Query = (statement: string) => Promise<pg.QueryResult>;

function connectionStringTo(database: string): string {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  return url.href;
}

async function withMaintenanceConnection<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    return await work((statement) => client.query(statement));
  } finally {
    await client.end();
  }
}
