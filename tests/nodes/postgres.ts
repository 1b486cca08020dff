import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { findFreePort } from "../setup/free-port";
import { Child } from "./child";
import { findProgram } from "./programs";
import { until } from "./until";

/** The role of the tables, and the one that serves: it has no rights of its own. */
export const OWNER = "club";
export const SERVING = "club_app";

export interface SystemPostgres {
  readonly port: number;
  /** The server that serves now, and the folder of the first one. */
  server: Child;
  readonly data: string;
  /** The connection string of a role; at a pooler's port with one. */
  urlOf(role: string, port?: number): string;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Lets `query` ask at another port from now on. */
  askAt(port: number): Promise<void>;
  stop(): Promise<void>;
}

/** The user as whom PostgreSQL may run: never root. */
export function findServiceUser(name: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string) => Number(execFileSync("id", [option, name], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Makes a folder into which PostgreSQL's user may write. */
export function makeServiceFolder(folder: string): string {
  const { uid, gid } = findServiceUser("postgres");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (uid !== undefined) chownSync(folder, uid, gid ?? uid);
  return folder;
}

/** Runs one of PostgreSQL's programs as its user. @throws Error with what it has printed */
export function runAsService(program: string, ...given: readonly string[]): string {
  try {
    const options = { ...findServiceUser("postgres"), cwd: "/", encoding: "utf8" as const };
    return execFileSync(findProgram(program) ?? program, given, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(`${program} ${given.join(" ")}\n${(error as { stderr?: string }).stderr}`.slice(0, 4_000));
  }
}

/** The address of the server's own administrator, who may also copy it and stream from it. */
export function adminUrlOf(port: number, database = "postgres"): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

/** A server on a folder that is there. */
export function createServer(data: string, port: number, settings: Readonly<Record<string, string>> = {}): Child {
  const all = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    // pg_rewind copies what is in the folder, and a socket can't be copied.
    unix_socket_directories: "",
    // It outlives every kill of this test; only a power cut would show the difference.
    fsync: "off",
    max_connections: "100",
    ...settings,
  };
  return new Child({
    name: "PostgreSQL",
    program: findProgram("postgres") ?? "postgres",
    given: ["-D", data, ...Object.entries(all).flatMap(([name, text]) => ["-c", `${name}=${text}`])],
    env: { PATH: process.env.PATH, LANG: "C.UTF-8" },
    ...findServiceUser("postgres"),
    isReady: () => canConnect(adminUrlOf(port)),
    // Ends the connections that are left.
    stopSignal: "SIGINT",
  });
}

/** Starts the system's PostgreSQL in a folder of its own, with an empty database `club`. */
export async function startSystemPostgres(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SystemPostgres> {
  const data = makeServiceFolder(path.join(folder, "postgres"));
  runAsService("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale", "C.UTF-8");
  const port = await findFreePort();
  const adminUrl = adminUrlOf(port);
  const urlOf = (role: string, at = port) => `postgres://${role}@127.0.0.1:${at}/club`;
  const lines = Object.entries(settings).map(([name, text]) => `${name} = '${text.replaceAll("'", "''")}'\n`);
  appendFileSync(path.join(data, "postgresql.conf"), lines.join(""));
  const child = createServer(data, port);
  await child.start();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create role ${OWNER} login`);
  await admin.query(`create role ${SERVING} login`);
  await admin.query(`create database club owner ${OWNER}`);
  await admin.end();
  const openPool = (at: number) => {
    const pool = new pg.Pool({ connectionString: urlOf(OWNER, at), max: 2 });
    pool.on("error", () => undefined);
    return pool;
  };
  let pool = openPool(port);
  const postgres: SystemPostgres = {
    port,
    server: child,
    data,
    urlOf,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async askAt(at) {
      await pool.end();
      pool = openPool(at);
    },
    async stop() {
      await pool.end();
      await postgres.server.stop();
    },
  };
  return postgres;
}

/** Whether PostgreSQL, or a pooler before it, takes connections. */
export async function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  return client
    .connect()
    .then(() => true)
    .catch(() => false)
    .finally(() => client.end().catch(() => undefined));
}

/** Runs statements as the server's administrator. @returns how many rows the last one has */
export async function runAsAdmin(port: number, ...statements: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrlOf(port), connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    let rows = 0;
    for (const statement of statements) rows = (await client.query(statement)).rows.length;
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Waits until a statement of the server's administrator has a row. @throws Error with what was waited for */
export function untilTrue(what: string, port: number, statement: string): Promise<void> {
  return until(what, async () => (await runAsAdmin(port, statement)) > 0);
}

/** A server that takes writes. */
export const IS_PRIMARY = "select where not pg_is_in_recovery()";
/** A primary whose commits wait for another one. */
export const IS_SYNCHRONOUS = "select from pg_stat_replication where sync_state in ('sync', 'quorum')";
