/** Where messages about the database go; a pino logger and the console both fit. */
export interface DatabaseLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface EmbeddedOptions {
  /** The portal's data folder; PostgreSQL gets `postgres/` in it. */
  dataDir: string;
  log: DatabaseLog;
  /** false (tests only): a crash of the computer may lose or damage data, everything is faster. */
  durable?: boolean;
}

/** How to reach the running server, as `pg` takes it. `host` is a folder when it listens on a Unix socket. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** What the files of the embedded PostgreSQL share about one data folder. */
export interface Place {
  dataDir: string;
  home: string;
  cluster: string;
  serverLog: string;
  passwordFile: string;
  durable: boolean;
  log: DatabaseLog;
}

export function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
