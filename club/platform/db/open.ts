import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import pg from "pg";
import { startEmbeddedPostgres } from "./embedded/start";
import type { DatabaseLog } from "./embedded/types";
import { findErrorCode } from "./error-code";
import { parseColumn } from "./parsers";
import { POOL_CONNECTIONS } from "./pool-size";
import { PreparedClient } from "./prepared-client";
import type { Database } from "./schema";
import { SHARED_CONNECTIONS, shareConnections } from "./shared-connections";
import { type DatabaseTimeouts, DEFAULT_TIMEOUTS, timeoutSettings } from "./timeouts";
import { traceStatement } from "./trace-statement";
import { NO_ANSWER } from "./unavailable-error";

export interface OpenDatabaseOptions {
  /** The operator's PostgreSQL. Without it the embedded one in `dataDir` is used. */
  databaseUrl?: string | undefined;
  /**
   * `databaseUrl` is a pooler that gives each transaction another connection: no statement is prepared, none is sent before the
   * one before it is answered, and the pooler sets the time-outs.
   */
  isPooler?: boolean;
  dataDir: string;
  log: DatabaseLog;
  /** The largest number of connections in the pool. */
  poolSize?: number;
  /** How PostgreSQL's list of connections calls these. */
  name?: string;
  timeouts?: DatabaseTimeouts;
  /** Every transaction is read-only. */
  isReadOnly?: boolean;
  /** For how long a query waits for a connection, in milliseconds. */
  connectMs?: number;
}

export interface OpenedDatabase {
  db: Kysely<Database>;
  /** For single short statements, which share connections (see shared-connections.ts). */
  shared: Kysely<Database>;
  pool: pg.Pool;
  /** For libraries that open their own connections. */
  connectionString: string;
  close(): Promise<void>;
}

/** For this time a query waits for a connection: one of the pool, or one that PostgreSQL allows. */
const CONNECTION_TIMEOUT_MS = 15_000;
const CONNECTION_RETRY_MS = 200;
/** PostgreSQL's code for too many connections. */
const TOO_MANY_CONNECTIONS = "53300";

/**
 * Opens the club's database: the one at `databaseUrl`, or the embedded PostgreSQL. When a connection is lost, only the
 * query that ran on it fails; the next query gets a new connection.
 *
 * @throws Error when the embedded PostgreSQL cannot start; an unreachable `databaseUrl` shows at the first query
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const embedded = options.databaseUrl ? undefined : await startEmbeddedPostgres(options);
  const connectionString = options.databaseUrl ?? (embedded ? formatConnection(embedded.connection) : "");
  const isPooler = options.isPooler === true;
  const { queryMs } = options.timeouts ?? DEFAULT_TIMEOUTS;
  const settings = {
    Client: isPooler ? pg.Client : PreparedClient,
    connectionString,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: options.connectMs ?? CONNECTION_TIMEOUT_MS,
    ...(options.isReadOnly && { options: "-c default_transaction_read_only=on" }),
    ...(isPooler ? queryMs && { query_timeout: queryMs } : timeoutSettings(options.timeouts ?? DEFAULT_TIMEOUTS)),
    keepAlive: true,
    application_name: options.name ?? "club",
    types: { getTypeParser: parseColumn },
  };
  const pool = new pg.Pool({ ...settings, max: options.poolSize ?? POOL_CONNECTIONS });
  const pipelined = new pg.Pool({ ...settings, max: SHARED_CONNECTIONS, pipeline: true } as pg.PoolConfig);
  let closing: Promise<void> | undefined;
  for (const one of [pool, pipelined]) {
    one.on("error", (error) => {
      // A closed pool has let go of connections that PostgreSQL may still be ending when it stops.
      if (!closing) options.log.warn(`A database connection was lost: ${findErrorCode(error) || error.message}`);
    });
    // A connection that is lost while it is used emits this error too; the next query on it reports the loss.
    one.on("connect", (client) => client.on("error", () => undefined));
  }
  const connect = async () => closeWhenSilent(await connectPatiently(pool));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }) });
  const shared = shareConnections(pipelined, connect);
  return {
    db,
    shared: isPooler ? db : shared.db,
    pool,
    connectionString,
    close() {
      closing ??= (async () => {
        await shared.close();
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

/** What `pg` says when its `query_timeout` is over. */
const READ_TIMEOUT = "Query read timeout";

/**
 * A query that was given up goes on in PostgreSQL, perhaps in a transaction that nobody ends any more. So nothing else is
 * asked on its connection, which is closed instead of going back to the pool.
 */
function closeWhenSilent(client: pg.PoolClient): PostgresPoolClient {
  let givenUp: Error | undefined;
  const query = async (text: string, values: unknown[]) => {
    if (givenUp) throw givenUp;
    try {
      return await traceStatement(text, () => client.query(text, values));
    } catch (error) {
      if (!(error instanceof Error) || error.message !== READ_TIMEOUT) throw error;
      givenUp = Object.assign(error, { code: NO_ANSWER });
      throw givenUp;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: () => client.release(givenUp !== undefined),
  };
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
