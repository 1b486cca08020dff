import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "./schema";

/** How the connections of a serving process call themselves: `club node 3f9a1c of 17`. */
const NODE_NAME = /^club node [0-9a-f]+ of (\d+)$/;

/** PostgreSQL allows fewer connections than the processes on the database may open. The message says what to change. */
export class TooFewConnectionsError extends Error {
  override name = "TooFewConnectionsError";
}

/**
 * A name for the connections of this process, by which other processes see that it runs and how many it may open.
 *
 * @param connections the most that it opens
 */
export function nameNode(connections: number): string {
  return `club node ${randomBytes(4).toString("hex")} of ${connections}`;
}

/**
 * Checks at the start that PostgreSQL allows the connections that this process may open, beside those of the processes that
 * already run on this database. With fewer, log-ins would wait for each other at the busiest hour.
 *
 * @param nodeName the name of this process, by `nameNode`
 * @throws TooFewConnectionsError
 */
export async function requireConnections(db: Kysely<Database>, nodeName: string): Promise<void> {
  const { rows: limits } = await sql<{ allowed: number }>`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user and not rolsuper),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
    ) as allowed
  `.execute(db);
  const { rows: nodes } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'club node %'
  `.execute(db);
  const allowed = limits[0]?.allowed ?? 0;
  const needed = readConnections(nodeName);
  const others = nodes.map(({ name }) => name).filter((name) => name !== nodeName && NODE_NAME.test(name));
  const taken = others.reduce((sum, name) => sum + readConnections(name), 0);
  if (allowed >= needed + taken) return;
  const beside = others.length > 0 ? ` beside the ${taken} of ${others.length} that already run` : "";
  throw new TooFewConnectionsError(
    `PostgreSQL allows ${allowed} connections, and this process needs ${needed}${beside}: lower DATABASE_POOL, or raise max_connections or CONNECTION LIMIT of the role or the database.`,
  );
}

function readConnections(nodeName: string): number {
  return Number(NODE_NAME.exec(nodeName)?.[1] ?? 0);
}
