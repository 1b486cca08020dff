import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from "kysely";
import { ADVISORY_LOCKS } from "./advisory-locks";
import { errorMessage } from "./error-message";
import { migrations as clubMigrations } from "./migrations/index";

/** The database has been migrated by a newer release. */
export class NewerSchemaError extends Error {
  override name = "NewerSchemaError";
}

const TABLE_LOCK_TIMEOUT = "20s";

/**
 * Brings the schema up to date: runs the migrations that have not run yet, all of them in one transaction. Nodes that
 * start at once wait for one another.
 *
 * @returns the names of the migrations that ran now
 * @param tableLockTimeout how long a migration waits for a table that is in use, as PostgreSQL writes it
 * @throws Error that names the migration that failed
 * @throws NewerSchemaError
 */
export async function migrateDatabase<Tables>(
  db: Kysely<Tables>,
  migrations: Record<string, Migration> = clubMigrations,
  tableLockTimeout = TABLE_LOCK_TIMEOUT,
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // The wait for another node, or an index over a large table, may take longer than an ordinary statement is given.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${ADVISORY_LOCKS.schemaMigrations})`.execute(connection);
    try {
      // Whoever waits for a table that is in use holds up everybody who comes after.
      await sql`set lock_timeout = ${sql.lit(tableLockTimeout)}`.execute(connection);
      await refuseNewerSchema(connection, Object.keys(migrations));
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
      const { error, results = [] } = await migrator.migrateToLatest();
      const failed = results.find((result) => result.status === "Error");
      if (failed) throw new Error(`Migration ${failed.migrationName} failed: ${errorMessage(error)}`, { cause: error });
      if (error) throw error;
      return results.map((result) => result.migrationName);
    } finally {
      await sql`reset lock_timeout`.execute(connection);
      await sql`select pg_advisory_unlock(${ADVISORY_LOCKS.schemaMigrations})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

/** @throws NewerSchemaError when a newer release has migrated this database */
async function refuseNewerSchema<Tables>(connection: Kysely<Tables>, known: readonly string[]): Promise<void> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as exists
  `.execute(connection);
  if (!tables[0]?.exists) return;
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name
  `.execute(connection);
  const newer = rows.find(({ name }) => !known.includes(name));
  if (newer) {
    throw new NewerSchemaError(
      `A newer release has changed this database (migration ${newer.name}). Start that release, or restore a backup.`,
    );
  }
}
