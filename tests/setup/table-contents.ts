import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../club/platform/db/schema";

/** A digest of all rows of a table, in whatever order they stand: the sum of 64 bits of each. */
export const DIGEST = sql`sum(hashtextextended(t::text, 0))`;
/** The number of rows of a table. */
export const ROW_COUNT = sql`count(*)`;

/**
 * What each table of the club has, by its name. One query for all tables: they are asked before and after whatever must change
 * nothing, some hundred times in a file.
 * @param what an aggregate over the rows `t` of a table
 * @param except tables that are left out
 */
export async function readTables(
  db: Kysely<Database>,
  what: RawBuilder<unknown>,
  except: readonly string[],
): Promise<Record<string, string | null>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
  `.execute(db);
  const questions = tables
    .filter(({ name }) => !except.includes(name))
    .map(({ name }) => sql`select ${sql.lit(name)} as name, (${what})::text as has from ${sql.table(name)} as t`);
  const { rows } = await sql<{ name: string; has: string | null }>`${sql.join(questions, sql` union all `)}`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ name, has }) => [name, has]));
}
