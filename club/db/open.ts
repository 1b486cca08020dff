import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { startEmbeddedPostgres } from "./embedded/start";
import type { DatabaseLog } from "./embedded/types";
import { parseColumn } from "./parsers";
import { PreparedClient } from "./prepared-client";
import type { Database } from "./schema";

export interface OpenDatabaseOptions {
  /** The operator's PostgreSQL. Without it the embedded one in `dataDir` is used. */
  databaseUrl?: string | undefined;
  dataDir: string;
  log: DatabaseLog;
  /** The largest number of connections in the pool. */
  poolSize?: number;
}

export interface OpenedDatabase {
  db: Kysely<Database>;
  pool: pg.Pool;
  /** For libraries that open their own connections. */
  connectionString: string;
  close(): Promise<void>;
}

/** Connections of the pool of a club that serves requests. */
export const POOL_CONNECTIONS = 10;
/** For this time a query waits for a connection: one of the pool, or one that PostgreSQL allows. */
const CONNECTION_TIMEOUT_MS = 15_000;
const CONNECTION_RETRY_MS = 200;
/** PostgreSQL's code for too many connections. */
const TOO_MANY_CONNECTIONS = "53300";

/** No statement of the club comes near it, those of an import included. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Opens the club's database: the one at `databaseUrl`, or the embedded PostgreSQL. When a connection is lost, only the
 * query that ran on it fails; the next query gets a new connection.
 *
 * @throws Error when the embedded PostgreSQL cannot start; an unreachable `databaseUrl` shows at the first query
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const embedded = options.databaseUrl ? undefined : await startEmbeddedPostgres(options);
  const connectionString = options.databaseUrl ?? (embedded ? formatConnection(embedded.connection) : "");
  const pool = new pg.Pool({
    Client: PreparedClient,
    connectionString,
    max: options.poolSize ?? POOL_CONNECTIONS,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    application_name: "club",
    types: { getTypeParser: parseColumn },
  });
  pool.on("error", (error) => options.log.warn(`A database connection was lost: ${error.message}`));
  // A connection that is lost during a transaction emits this error too; the next query on it reports the loss.
  pool.on("connect", (client) => client.on("error", () => undefined));

  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { connect: () => connectPatiently(pool), end: () => pool.end() } }),
  });
  let closing: Promise<void> | undefined;
  return {
    db,
    pool,
    connectionString,
    close() {
      closing ??= (async () => {
        await db.destroy();
        await embedded?.stop();
      })();
      return closing;
    },
  };
}

/** While PostgreSQL allows no more connections, waits until it does or one of the pool is free. */
async function connectPatiently(pool: pg.Pool): Promise<pg.PoolClient> {
  const deadline = performance.now() + CONNECTION_TIMEOUT_MS;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      const isRefused = error instanceof Error && "code" in error && error.code === TOO_MANY_CONNECTIONS;
      if (!isRefused || performance.now() > deadline) throw error;
      await delay(CONNECTION_RETRY_MS);
    }
  }
}

/** The connection string that `pg` and pg-boss read. The folder of a Unix socket is its encoded host. */
export function formatConnection(connection: {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}): string {
  const { host, port, user, password, database } = connection;
  return `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${encodeURIComponent(database)}`;
}
