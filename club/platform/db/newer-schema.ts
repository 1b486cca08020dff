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
  const { rows: tables } = await sql<{ migrations: boolean; releases: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as migrations,
      to_regclass('schema_releases') is not null as releases
  `.execute(db);
  if (!tables[0]?.migrations) return false;
  const { rows: steps } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name
  `.execute(db);
  const newer = steps.map(({ name }) => name).filter((name) => !known.includes(name));
  if (newer.length === 0) return false;
  const { rows: limits } = tables[0].releases
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
