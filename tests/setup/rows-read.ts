import pg from "pg";
import type { TestClub } from "./club";

/** How many rows of each table were read, and index entries of it, those of its partitions too; a table without any is missing. */
export type RowsRead = Readonly<Record<string, number>>;

/**
 * Counts what PostgreSQL reads while `work` runs. A page that scans, sorts or skips a whole table reads all of its rows,
 * whatever the plan is called; one that reads a range of an index reads about what it shows.
 */
export async function countRowsRead(club: TestClub, work: () => Promise<unknown>): Promise<RowsRead> {
  const client = new pg.Client({ connectionString: club.connectionString });
  await client.connect();
  try {
    const before = await readCounts(client);
    await work();
    const after = await readCounts(client);
    const read = [...after].map(([table, count]) => [table, count - (before.get(table) ?? 0)] as const);
    return Object.fromEntries(read.filter(([, count]) => count > 0));
  } finally {
    await client.end();
  }
}

/** A session reports its counts late, but always when it ends; the club opens new connections. */
async function readCounts(client: pg.Client): Promise<Map<string, number>> {
  await client.query(`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and (application_name = 'club' or application_name like 'club node %') and pid <> pg_backend_pid()
  `);
  const { rows } = await client.query<{ table: string; count: string }>(`
    select coalesce(inhparent::regclass::text, relname) as table, sum(seq_tup_read + coalesce((
      select sum(idx_tup_read) from pg_stat_user_indexes indexes where indexes.relid = tables.relid
    ), 0)) as count
    from pg_stat_user_tables tables left join pg_inherits on inhrelid = relid where schemaname = 'public' group by 1
  `);
  return new Map(rows.map(({ table, count }) => [table, Number(count)]));
}
