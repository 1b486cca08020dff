import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { findFreePort } from "../setup/free-port";
import { Child } from "./child";
import { findProgram } from "./programs";

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
    unix_socket_directories: data,
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
  const child = createServer(data, port, settings);
  await child.start();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create role ${OWNER} login`);
  await admin.query(`create role ${SERVING} login`);
  await admin.query(`create database club owner ${OWNER}`);
  await admin.end();
  const pool = new pg.Pool({ connectionString: urlOf(OWNER), max: 2 });
  pool.on("error", () => undefined);
  const postgres: SystemPostgres = {
    port,
    server: child,
    data,
    urlOf,
    query: async (text, values) => (await pool.query(text, values)).rows,
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
