import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import type pg from "pg";
import type { Database } from "./schema";
import { traceStatement } from "./trace-statement";

/** Connections of one node that short statements share. */
export const SHARED_CONNECTIONS = 2;
/** A connection that has answered nothing for so long is busy with something slow: others go elsewhere. */
const SLOW_MS = 50;

interface SharedConnection {
  client: Promise<pg.PoolClient> | undefined;
  /** Statements that aren't answered yet. */
  waiting: number;
  /** When the oldest of them became the next to be answered. */
  since: number;
  isCorked: boolean;
}

/**
 * Runs single short statements of many calls on few connections. A statement doesn't wait for the one before it, and all those
 * of one turn of the event loop go to PostgreSQL in one write: for a short statement, writing and waking up cost more than
 * the statement itself. A transaction isn't possible here.
 *
 * @param pool pipelined connections for this alone, at most `SHARED_CONNECTIONS`
 * @param ordinary gives a connection of its own to a statement while all of these are busy with slow ones
 */
export function shareConnections(pool: pg.Pool, ordinary: () => Promise<PostgresPoolClient>) {
  const connections: SharedConnection[] = Array.from({ length: SHARED_CONNECTIONS }, () => ({
    client: undefined,
    waiting: 0,
    since: 0,
    isCorked: false,
  }));
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => {
          const free = connections.filter(({ waiting, since }) => waiting === 0 || performance.now() - since < SLOW_MS);
          const [least] = free.sort((one, other) => one.waiting - other.waiting);
          return least ? shareOf(pool, least) : ordinary();
        },
        end: async () => undefined,
      },
    }),
  });
  const close = async () => {
    for (const { client } of connections) await client?.then((open) => open.end()).catch(() => undefined);
    await pool.end();
  };
  return { db, close };
}

/** A share of a connection, for one statement. */
function shareOf(pool: pg.Pool, connection: SharedConnection): PostgresPoolClient {
  if (connection.waiting === 0) connection.since = performance.now();
  connection.waiting += 1;
  const query = async (text: string, values: unknown[]) => {
    const client = await openClient(pool, connection);
    gatherWrites(client, connection);
    return traceStatement(text, () => client.query(text, values));
  };
  const release = () => {
    connection.waiting -= 1;
    connection.since = performance.now();
  };
  return { query: query as unknown as PostgresPoolClient["query"], release };
}

/** The connection, opened anew after it was lost: only the statements that ran on it have failed. */
function openClient(pool: pg.Pool, connection: SharedConnection): Promise<pg.PoolClient> {
  connection.client ??= pool.connect().then(
    (client) => {
      client.once("end", () => {
        connection.client = undefined;
        client.release(true);
      });
      return client;
    },
    (error: unknown) => {
      connection.client = undefined;
      throw error;
    },
  );
  return connection.client;
}

/** Keeps what is written until the end of this turn of the event loop. */
function gatherWrites(client: pg.PoolClient, connection: SharedConnection): void {
  if (connection.isCorked) return;
  const { stream } = (
    client as unknown as { connection: { stream: NodeJS.WritableStream & { cork(): void; uncork(): void } } }
  ).connection;
  connection.isCorked = true;
  stream.cork();
  setImmediate(() => {
    connection.isCorked = false;
    stream.uncork();
  });
}
