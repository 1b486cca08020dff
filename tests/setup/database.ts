import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { openDatabase } from "../../club/db/open";
import type { Database } from "../../club/db/schema";

export interface TestDatabase {
  db: Kysely<Database>;
  pool: pg.Pool;
  connectionString: string;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

const quiet = { info: () => undefined, warn: () => undefined };

/** A fresh, migrated, empty database of its own; open one per test file in `beforeAll` and close it in `afterAll`. */
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

/** Clones the template; for a subject that opens its own connections. */
export async function createTestDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const template = pg.escapeIdentifier(inject("templateDatabase"));
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}

async function administer(statement: string) {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
