import { type Kysely, Migrator, sql } from "kysely";
import { ADVISORY_LOCKS, lockMigrations } from "./advisory-locks";
import type { ClubMigration } from "./club-migration";
import { requireEndedMoves } from "./ended-moves";
import { errorMessage } from "./error-message";
import { migrations as clubMigrations } from "./migrations/index";
import { runsOnNewerSchema } from "./newer-schema";
import { OLDEST_SCHEMA, requireReadableSchema } from "./oldest-schema";

const TABLE_LOCK_TIMEOUT = "20s";

/**
 * Brings the schema up to date: runs the migrations that have not run yet, all of them in one transaction, and then builds their
 * indexes. Nodes that start at once wait for one another. On the schema of a newer release nothing is done.
 *
 * @returns the names of the migrations that ran now
 * @param tableLockTimeout how long a migration waits for a table that is in use, as PostgreSQL writes it
 * @throws Error that names the migration that failed
 * @throws OlderSchemaError when a release in between has to migrate first
 * @throws UnfinishedMoveError when rows still have to be moved by the release before
 * @throws NewerSchemaError when this release can't run on the newer schema
 */
export async function migrateDatabase<Tables>(
  db: Kysely<Tables>,
  migrations: Record<string, ClubMigration> = clubMigrations,
  tableLockTimeout = TABLE_LOCK_TIMEOUT,
  oldestSchema = OLDEST_SCHEMA,
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // An index over a large table may take longer than an ordinary statement is given.
    await sql`set statement_timeout = 0`.execute(connection);
    await lockMigrations(connection);
    try {
      if (await runsOnNewerSchema(connection, Object.keys(migrations))) return [];
      await requireReadableSchema(connection, oldestSchema);
      // Whoever waits for a table that is in use holds up everybody who comes after.
      await sql`set lock_timeout = ${sql.lit(tableLockTimeout)}`.execute(connection);
      await requireEndedMoves(connection, migrations);
      const ran = await runMigrations(connection, migrations);
      await noteReleases(connection, migrations);
      await buildIndexes(connection, migrations);
      return ran;
    } finally {
      await sql`reset lock_timeout`.execute(connection);
      await sql`select pg_advisory_unlock(${ADVISORY_LOCKS.schemaMigrations})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function runMigrations<Tables>(
  connection: Kysely<Tables>,
  migrations: Record<string, ClubMigration>,
): Promise<string[]> {
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find((result) => result.status === "Error");
  if (failed) throw new Error(`Migration ${failed.migrationName} failed: ${errorMessage(error)}`, { cause: error });
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** Leaves word for older releases whether they may run on this schema. */
async function noteReleases<Tables>(
  connection: Kysely<Tables>,
  migrations: Record<string, ClubMigration>,
): Promise<void> {
  for (const [name, { oldestRelease }] of Object.entries(migrations)) {
    if (oldestRelease === undefined) continue;
    await sql`
      insert into schema_releases (migration, oldest_release) values (${name}, ${oldestRelease}) on conflict do nothing
    `.execute(connection);
  }
}

/** Builds what is missing, and anew what was left half-built when a start was cut off. */
async function buildIndexes<Tables>(
  connection: Kysely<Tables>,
  migrations: Record<string, ClubMigration>,
): Promise<void> {
  const indexes = Object.values(migrations).flatMap((migration) => Object.entries(migration.indexes ?? {}));
  for (const [name, definition] of indexes) {
    const { rows } = await sql<{ isValid: boolean }>`
      select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})
    `.execute(connection);
    if (rows[0]?.isValid) continue;
    if (rows.length > 0) await sql`drop index concurrently ${sql.ref(name)}`.execute(connection);
    await sql`create index concurrently ${sql.ref(name)} ${sql.raw(definition)}`.execute(connection);
  }
}
