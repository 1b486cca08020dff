import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { startEmbeddedPostgres } from "./embedded/start";
import type { DatabaseLog } from "./embedded/types";
import { parseColumn } from "./parsers";
import type { Database } from "./schema";

export interface OpenDatabaseOptions {
  /** A PostgreSQL of the operator; without it the embedded one in `dataDir` is used. */
  databaseUrl?: string | undefined;
  dataDir: string;
  log: DatabaseLog;
  /** Connections of the pool at most. */
  poolSize?: number;
}

export interface OpenedDatabase {
  db: Kysely<Database>;
  pool: pg.Pool;
  /** For libraries that open their own connections. */
  connectionString: string;
  close(): Promise<void>;
}

/** Longest run of one statement; an import's single statement stays far below it. */
const STATEMENT_LIMIT_MS = 60_000;

/**
 * Opens the club's database: the one at `databaseUrl`, or the embedded PostgreSQL. A lost connection fails the query
 * that ran on it and nothing else; the next query gets a new connection.
 *
 * @throws Error when the embedded PostgreSQL cannot start; an unreachable `databaseUrl` shows at the first query
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const embedded = options.databaseUrl ? undefined : await startEmbeddedPostgres(options);
  const connectionString = options.databaseUrl ?? (embedded ? formatConnection(embedded.connection) : "");
  const pool = new pg.Pool({
    connectionString,
    max: options.poolSize ?? 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 15_000,
    statement_timeout: STATEMENT_LIMIT_MS,
    idle_in_transaction_session_timeout: STATEMENT_LIMIT_MS,
    keepAlive: true,
    application_name: "club",
    types: { getTypeParser: parseColumn },
  });
  pool.on("error", (error) => options.log.warn(`A database connection was lost: ${error.message}`));
  // A connection that breaks while a transaction holds it emits an error of its own; its next query reports the loss.
  pool.on("connect", (client) => client.on("error", () => undefined));

  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
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

/** A connection as an address that `pg` and its relatives read; a socket's folder stands as the encoded host. */
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
