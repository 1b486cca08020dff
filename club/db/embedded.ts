import { randomBytes } from "node:crypto";
import { appendFile, chown, mkdir, readFile, realpath, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findPostmaster } from "./embedded-pid";
import { type EmbeddedPrograms, preparePrograms } from "./embedded-programs";

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

export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  /** Stops the server and waits for its end. */
  stop(): Promise<void>;
}

interface Place {
  dataDir: string;
  home: string;
  cluster: string;
  serverLog: string;
  passwordFile: string;
  durable: boolean;
  log: DatabaseLog;
}

const USER = "club";
const DATABASE = "club";
const SOCKET_PORT = 5432;
/** A socket's path has to fit 104 bytes on macOS, 108 on Linux. */
const SOCKET_PATH_LIMIT = 103;
const LOCK_KEY = 7_203_311;
const START_LIMIT_MS = 60_000;
const SILENCE_LIMIT_MS = 15_000;

/**
 * Starts a real PostgreSQL in `<dataDir>/postgres`, or adopts the one that a killed process left running there, and
 * keeps it running: should it be killed, it is started again in the same place, so that a pool's next connection works.
 *
 * Only one process at a time may hold a data folder. The hold is a lock inside PostgreSQL, so it ends with its owner
 * however that one ends.
 *
 * @throws Error with a message for the operator when the folder is in use, or PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const home = path.join(dataDir, "postgres");
  const place: Place = {
    dataDir,
    home,
    cluster: path.join(home, "cluster"),
    serverLog: path.join(home, "server.log"),
    passwordFile: path.join(home, "password"),
    durable: options.durable ?? true,
    log: options.log,
  };
  const programs = await preparePrograms(home);
  await ensureCluster(place, programs);
  const password = (await readFile(place.passwordFile, "utf8")).trim();
  let connection: EmbeddedConnection = { ...(await chooseAddress(home)), user: USER, password, database: DATABASE };
  connection = { ...connection, port: await ensureRunning(place, programs, connection) };
  let keeper = await takeLock(place, connection);
  await ensureDatabase(connection);

  let stopping = false;
  let reviving: Promise<void> = Promise.resolve();
  const watch = () => {
    keeper.once("end", () => {
      if (!stopping) reviving = revive();
    });
  };
  const revive = async () => {
    place.log.warn("The embedded PostgreSQL is gone; starting it again.");
    while (!stopping) {
      try {
        await ensureRunning(place, programs, connection);
        keeper = await takeLock(place, connection);
        watch();
        place.log.info("The embedded PostgreSQL is back.");
        return;
      } catch (error) {
        place.log.warn(`The embedded PostgreSQL did not start: ${explain(error)}`);
        await delay(1000);
      }
    }
  };
  watch();

  return {
    connection,
    async stop() {
      if (stopping) return;
      stopping = true;
      await reviving;
      await keeper.end().catch(() => undefined);
      await stopServer(place, programs);
    },
  };
}

/** Makes the cluster aside and moves it into place whole, so that a killed first start leaves nothing half-made. */
async function ensureCluster(place: Place, programs: EmbeddedPrograms) {
  const made = await readFile(path.join(place.cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (made !== undefined) {
    if (made.trim() === programs.version) return;
    throw new Error(
      `The data in ${place.cluster} was written by PostgreSQL ${made.trim()}, and this is version ${programs.version}. ` +
        "Dump it with the old version (pg_dump) and restore it into a new folder.",
    );
  }
  await ensurePassword(place);
  const draft = `${place.cluster}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const passwordCopy = `${draft}.password`;
  await writeFile(passwordCopy, await readFile(place.passwordFile, "utf8"), { mode: 0o600 });
  if (programs.owner) await chown(passwordCopy, programs.owner.uid, programs.owner.gid);
  try {
    const args = [
      `--pgdata=${draft}`,
      `--username=${USER}`,
      `--pwfile=${passwordCopy}`,
      "--encoding=UTF8",
      "--locale=C",
      // The socket lies in a folder that only its owner may enter.
      "--auth-local=trust",
      "--auth-host=scram-sha-256",
      "--data-checksums",
    ];
    if (!place.durable) args.push("--no-sync");
    // Russian order of words (ё among е, no case first); a build without ICU falls back to the order of code points.
    await programs
      .run(programs.initdb, [...args, "--locale-provider=icu", "--icu-locale=ru-RU"])
      .catch(async (error: unknown) => {
        place.log.warn(`PostgreSQL has no Russian collation here: ${explain(error)}`);
        await rm(draft, { recursive: true, force: true });
        await programs.run(programs.initdb, [...args, "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]);
      });
    await appendFile(path.join(draft, "postgresql.conf"), "include_if_exists = 'club.conf'\n");
    await rename(draft, place.cluster).catch((error: unknown) => {
      // Another process was faster; its cluster serves as well.
      if (!(error instanceof Error && "code" in error && (error.code === "ENOTEMPTY" || error.code === "EEXIST")))
        throw error;
    });
  } finally {
    await rm(passwordCopy, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function ensurePassword(place: Place) {
  await writeFile(place.passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600, flag: "wx" }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    },
  );
}

async function chooseAddress(home: string) {
  const socket = path.join(home, `.s.PGSQL.${SOCKET_PORT}`);
  if (process.platform !== "win32" && Buffer.byteLength(socket) <= SOCKET_PATH_LIMIT)
    return { host: home, port: SOCKET_PORT };
  return { host: "127.0.0.1", port: await findFreePort() };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Returns once a PostgreSQL on this cluster answers, with its port. One that is starting, recovering or stopping is
 * waited for; one that says nothing for long is ended; where there is none, one is started.
 */
async function ensureRunning(place: Place, programs: EmbeddedPrograms, wanted: EmbeddedConnection): Promise<number> {
  const limit = Date.now() + START_LIMIT_MS;
  let heard = Date.now();
  let asked = 0;
  for (;;) {
    const postmaster = await findPostmaster(place.cluster);
    if (!postmaster) {
      try {
        await startServer(place, programs, wanted);
      } catch (error) {
        // Another process may have started it at this moment, or the last children of a killed one are still ending.
        if (Date.now() > limit)
          throw new Error(`PostgreSQL does not start. ${explain(error)}${await readLogTail(place)}`);
        await delay(250);
      }
      continue;
    }
    const port = wanted.host === "127.0.0.1" ? postmaster.port || wanted.port : wanted.port;
    const answer = await ask({ ...wanted, port }, place.cluster);
    if (answer === "ours") return port;
    if (answer === "foreign") throw new Error(`A PostgreSQL of another folder answers at ${wanted.host}:${port}.`);
    if (answer === "busy") heard = Date.now();
    const silent = Date.now() - heard;
    if (silent > SILENCE_LIMIT_MS * (asked + 1)) {
      place.log.warn(`The embedded PostgreSQL (process ${postmaster.pid}) does not answer; ending it.`);
      end(postmaster.pid, asked++ === 0 ? "SIGQUIT" : "SIGKILL");
    }
    await delay(100);
  }
}

/** Asks the server at this address who it is; "busy" = it is starting, recovering or stopping. */
async function ask(connection: EmbeddedConnection, cluster: string): Promise<"ours" | "foreign" | "busy" | "silent"> {
  const client = new pg.Client({ ...connection, database: "postgres", connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return path.resolve(rows[0]?.data_directory ?? "") === cluster ? "ours" : "foreign";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "28P01") return "foreign";
    // 57P03 cannot connect now, 53300 too many connections
    return code === "57P03" || code === "53300" ? "busy" : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function startServer(place: Place, programs: EmbeddedPrograms, wanted: EmbeddedConnection) {
  const settings = path.join(place.cluster, "club.conf");
  await writeFile(settings, describeSettings(place, wanted), { mode: 0o600 });
  await keepLogShort(place.serverLog);
  await appendFile(place.serverLog, "", { mode: 0o600 });
  if (programs.owner) {
    await chown(settings, programs.owner.uid, programs.owner.gid);
    await chown(place.serverLog, programs.owner.uid, programs.owner.gid);
  }
  await programs.run(programs.control, [
    "start",
    "--wait",
    `--timeout=${START_LIMIT_MS / 1000}`,
    "--silent",
    `--pgdata=${place.cluster}`,
    `--log=${place.serverLog}`,
  ]);
}

function describeSettings(place: Place, wanted: EmbeddedConnection): string {
  const socket = wanted.host !== "127.0.0.1";
  const settings: Record<string, string> = {
    listen_addresses: socket ? "" : wanted.host,
    port: String(wanted.port),
    unix_socket_directories: socket ? wanted.host : "",
    unix_socket_permissions: "0700",
    max_connections: "100",
    shared_buffers: place.durable ? "64MB" : "32MB",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    log_checkpoints: "off",
    jit: "off",
  };
  if (!place.durable) {
    Object.assign(settings, {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      wal_level: "minimal",
      max_wal_senders: "0",
      max_connections: "200",
    });
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join("");
}

async function keepLogShort(file: string) {
  const size = await stat(file).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > 10_000_000) await truncate(file);
}

async function readLogTail(place: Place) {
  const text = await readFile(place.serverLog, "utf8").catch(() => "");
  return text ? ` Its log ends with: ${text.trim().split("\n").slice(-5).join(" | ")}` : "";
}

/** Takes the hold on the data folder; a moment of patience, since a killed owner's connection takes one to end. */
async function takeLock(place: Place, connection: EmbeddedConnection): Promise<pg.Client> {
  const keeper = new pg.Client({
    ...connection,
    database: "postgres",
    application_name: "club keeper",
    keepAlive: true,
  });
  keeper.on("error", () => undefined);
  await keeper.connect();
  for (let attempt = 0; attempt < 20; attempt++) {
    const { rows } = await keeper.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [LOCK_KEY]);
    if (rows[0]?.held) return keeper;
    await delay(100);
  }
  await keeper.end().catch(() => undefined);
  throw new Error(
    `The data folder ${place.dataDir} is in use by another running portal. Stop that one first, or choose another DATA_DIR.`,
  );
}

async function ensureDatabase(connection: EmbeddedConnection) {
  const client = new pg.Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [connection.database]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}

async function stopServer(place: Place, programs: EmbeddedPrograms) {
  for (const mode of ["fast", "immediate"]) {
    if (!(await findPostmaster(place.cluster))) return;
    try {
      await programs.run(programs.control, [
        "stop",
        "--wait",
        "--timeout=30",
        "--silent",
        `--mode=${mode}`,
        `--pgdata=${place.cluster}`,
      ]);
      return;
    } catch (error) {
      if (await findPostmaster(place.cluster))
        place.log.warn(`The embedded PostgreSQL does not stop: ${explain(error)}`);
    }
  }
}

function end(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
