import { type Kysely, sql } from "kysely";
import { migrations as clubMigrations } from "./migrations/index";

/** One numbered step of the schema, such as `0001-accounts`; its name never changes once it was released. */
export interface Migration {
  name: string;
  up(db: Kysely<unknown>): Promise<void>;
}

const LOCK_KEY = 7_203_312;

/**
 * Brings the schema up to date: runs each migration that has not run yet, in the list's order, each in a transaction
 * of its own together with its record. Nodes that start at once wait for one another.
 *
 * @returns the names of the migrations that ran now
 */
export async function migrateDatabase<Tables>(
  db: Kysely<Tables>,
  migrations: readonly Migration[] = clubMigrations,
): Promise<string[]> {
  return (db as unknown as Kysely<unknown>).connection().execute(async (connection) => {
    // The wait for another node, or an index over a large table, may outlast an ordinary statement.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${LOCK_KEY})`.execute(connection);
    try {
      await sql`create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now())`.execute(
        connection,
      );
      const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(connection);
      const done = new Set(rows.map((row) => row.name));
      const ran: string[] = [];
      for (const migration of migrations) {
        if (done.has(migration.name)) continue;
        await connection.transaction().execute(async (transaction) => {
          await migration.up(transaction);
          await sql`insert into schema_migrations (name) values (${migration.name})`.execute(transaction);
        });
        ran.push(migration.name);
      }
      return ran;
    } finally {
      await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}
