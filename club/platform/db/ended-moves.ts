import { DEFAULT_MIGRATION_TABLE, type Kysely, sql } from "kysely";
import type { ClubMigration } from "./club-migration";

/** A migration would take away what rows are still to be moved out of. */
export class UnfinishedMoveError extends Error {
  override name = "UnfinishedMoveError";
}

/**
 * Makes sure that the moves have ended that pending migrations need. A database without any migration has no rows to move.
 * @throws UnfinishedMoveError
 */
export async function requireEndedMoves<Tables>(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, ClubMigration>>,
): Promise<void> {
  const needed = Object.entries(migrations).filter(([, { needsMoves = [] }]) => needsMoves.length > 0);
  if (needed.length === 0) return;
  const ran = await readNames(db, DEFAULT_MIGRATION_TABLE, sql`true`);
  if (ran.length === 0) return;
  const ended = await readNames(db, "data_moves", sql`ended_at is not null`);
  for (const [migration, { needsMoves = [] }] of needed.filter(([name]) => !ran.includes(name))) {
    const open = needsMoves.find((name) => !ended.includes(name));
    if (open === undefined) continue;
    throw new UnfinishedMoveError(
      `Migration ${migration} needs the data move ${open}, which hasn't ended. Start the release before this one again, wait until \`npm run club -- list-data-moves\` says when it has ended, and upgrade then.`,
    );
  }
}

async function readNames<Tables>(
  db: Kysely<Tables>,
  table: string,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<string[]> {
  const { rows: found } = await sql<{ exists: boolean }>`select to_regclass(${table}) is not null as exists`.execute(
    db,
  );
  if (!found[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where ${condition}`.execute(db);
  return rows.map(({ name }) => name);
}
