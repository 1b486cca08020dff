import { type Kysely, sql } from "kysely";
import type { Database } from "./schema";

/**
 * Checks at the start that PostgreSQL allows the connections that one node opens. With fewer, log-ins would wait for each
 * other at the busiest hour.
 *
 * @throws Error with a line for the operator
 */
export async function requireConnections(db: Kysely<Database>, needed: number): Promise<void> {
  const { rows } = await sql<{ allowed: number }>`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user and not rolsuper),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
    ) as allowed
  `.execute(db);
  const allowed = rows[0]?.allowed ?? 0;
  if (allowed >= needed) return;
  throw new Error(
    `PostgreSQL allows ${allowed} connections, and the club needs ${needed} per node: raise max_connections, or CONNECTION LIMIT of the role or the database.`,
  );
}
