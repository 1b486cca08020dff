import { DEFAULT_MIGRATION_TABLE, type Kysely, sql } from "kysely";
import { VERSION } from "../../../contract/version";
import { compareReleases } from "./compare-releases";
import { migrations as clubMigrations } from "./migrations/index";

/** A newer release has changed the database so that this one can't use it. */
export class NewerSchemaError extends Error {
  override name = "NewerSchemaError";
}

/**
 * Whether a newer release has migrated this database, and this one may still run on it: during a roll-out, or after a way back.
 * It then leaves tables and rights as they are.
 *
 * @throws NewerSchemaError when the newer release has taken away what this one uses
 */
export async function runsOnNewerSchema<Tables>(
  db: Kysely<Tables>,
  known: readonly string[] = Object.keys(clubMigrations),
  release = VERSION,
): Promise<boolean> {
  const newer = (await listRanMigrations(db)).filter((name) => !known.includes(name));
  if (newer.length === 0) return false;
  const { rows: limits } = (await hasTable(db, "schema_releases"))
    ? await sql<{ migration: string; oldest: string }>`
        select migration, oldest_release as oldest from schema_releases where migration in (${sql.join(newer)})
        order by migration
      `.execute(db)
    : { rows: [] };
  const breaking = limits.find(({ oldest }) => compareReleases(release, oldest) < 0);
  if (!breaking) return true;
  throw new NewerSchemaError(
    `A newer release has changed this database (migration ${breaking.migration}): it needs release ${breaking.oldest} or later. Start that release, or restore a backup.`,
  );
}

/** The oldest release that runs on this database as it is. Null: any release that reads its tables at all. */
export async function findOldestRelease<Tables>(db: Kysely<Tables>): Promise<string | null> {
  if (!(await hasTable(db, "schema_releases"))) return null;
  const { rows } = await sql<{ oldest: string }>`select oldest_release as oldest from schema_releases`.execute(db);
  return (
    rows
      .map(({ oldest }) => oldest)
      .toSorted(compareReleases)
      .at(-1) ?? null
  );
}

/** The names of the migrations that a database has had, in their order; none without tables. */
export async function listRanMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  if (!(await hasTable(db, DEFAULT_MIGRATION_TABLE))) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name
  `.execute(db);
  return rows.map(({ name }) => name);
}

async function hasTable<Tables>(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(db);
  return rows[0]?.exists ?? false;
}
