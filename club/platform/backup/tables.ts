import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, type Kysely, sql } from "kysely";
import type { Database } from "../db/schema";

export interface TableColumns {
  readonly name: string;
  /** Without generated columns, which PostgreSQL computes again. */
  readonly columns: readonly string[];
  readonly binaryColumns: readonly string[];
}

/** What migrations have run is in the manifest. */
const RECORDS_OF_MIGRATIONS = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];

/**
 * Lists the club's own tables by name; a partitioned one stands for its partitions. The job queue has a schema of its own and
 * isn't among them: messages, reports and invitation tasks are rows of the club, from which the scheduled jobs go on with
 * whatever was not finished.
 */
export async function listTables(db: Kysely<Database>): Promise<TableColumns[]> {
  const { rows } = await sql<TableColumns>`
    select relname as name, array_agg(attname::text order by attnum) as columns,
      coalesce(array_agg(attname::text) filter (where atttypid = 'bytea'::regtype), '{}') as "binaryColumns"
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
      and relname <> all(${RECORDS_OF_MIGRATIONS}::text[])
    group by relname order by relname
  `.execute(db);
  return rows;
}
