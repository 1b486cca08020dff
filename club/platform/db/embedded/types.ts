import path from "node:path";

/** Where messages about the database go. A pino logger and the console both fit. */
export interface DatabaseLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface EmbeddedOptions {
  /** The portal's data folder; PostgreSQL gets its `postgres` subfolder. */
  dataDir: string;
  log: DatabaseLog;
  /** False (tests only) trades safety in a crash of the computer for speed. */
  durable?: boolean;
}

/** How to reach the running server, as `pg` takes it. `host` is a folder when the server listens on a Unix socket. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** PostgreSQL's superuser in the embedded cluster. */
export const CLUSTER_USER = "club";

/** The club's database in the embedded cluster. */
export const CLUB_DATABASE = "club";

/** What belongs to one embedded cluster: its files and how it is run. */
export interface Cluster {
  dataDir: string;
  /** The folder of everything below, closed to other users. */
  home: string;
  /** PostgreSQL's own data folder. */
  pgData: string;
  serverLog: string;
  passwordFile: string;
  /** Locked by the portal that uses the data folder. */
  ownerLock: string;
  /** Locked by the running server and its child processes. */
  serverLock: string;
  durable: boolean;
  log: DatabaseLog;
}

/** @param dataDir the portal's data folder, with symbolic links resolved */
export function describeCluster({ dataDir, log, durable = true }: EmbeddedOptions): Cluster {
  const home = path.join(dataDir, "postgres");
  return {
    dataDir,
    home,
    pgData: path.join(home, "cluster"),
    serverLog: path.join(home, "server.log"),
    passwordFile: path.join(home, "password"),
    ownerLock: path.join(home, "owner.lock"),
    serverLock: path.join(home, "server.lock"),
    durable,
    log,
  };
}
