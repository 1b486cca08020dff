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

/** Starts the system's PostgreSQL in a folder of its own, with an empty database `club`. */
export async function startSystemPostgres(folder: string): Promise<SystemPostgres> {
  const user = findServiceUser("postgres");
  const data = path.join(folder, "postgres");
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o700);
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid ?? user.uid);
  execFileSync(
    findProgram("initdb") ?? "initdb",
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale", "C.UTF-8"],
    { ...user, stdio: "ignore" },
  );
  const port = await findFreePort();
  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: data,
    // It outlives every kill of this test; only a power cut would show the difference.
    fsync: "off",
    max_connections: "100",
  };
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const urlOf = (role: string, at = port) => `postgres://${role}@127.0.0.1:${at}/club`;
  const child = new Child({
    name: "PostgreSQL",
    program: findProgram("postgres") ?? "postgres",
    given: ["-D", data, ...Object.entries(settings).flatMap(([name, text]) => ["-c", `${name}=${text}`])],
    env: { PATH: process.env.PATH, LANG: "C.UTF-8" },
    ...user,
    isReady: () => canConnect(adminUrl),
    // Ends the connections that are left.
    stopSignal: "SIGINT",
  });
  await child.start();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create role ${OWNER} login`);
  await admin.query(`create role ${SERVING} login`);
  await admin.query(`create database club owner ${OWNER}`);
  await admin.end();
  const pool = new pg.Pool({ connectionString: urlOf(OWNER), max: 2 });
  pool.on("error", () => undefined);
  return {
    port,
    urlOf,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async stop() {
      await pool.end();
      await child.stop();
    },
  };
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
