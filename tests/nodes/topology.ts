import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { answers } from "../setup/answers";
import { findFreePorts } from "../setup/free-port";
import { givenAs, holdSocket } from "../setup/held-socket";
import { Child } from "./child";
import { writeNginx } from "./nginx";
import { OWNER, SERVING, type SystemPostgres, startSystemPostgres } from "./postgres";
import { findProgram } from "./programs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Two portals, two clubs and a job runner on one PostgreSQL, behind nginx as shipped. */
export interface Topology {
  readonly folder: string;
  readonly postgres: SystemPostgres;
  readonly nginx: Child;
  readonly portals: readonly Node[];
  readonly clubs: readonly Node[];
  readonly jobs: Node;
  /** Portals, clubs and the job runner. */
  readonly nodes: readonly Node[];
  /** Where nginx listens for visitors, by TLS. */
  readonly port: number;
  /** Where the portals keep the scripts and styles of their builds. */
  readonly assetsDir: string;
  close(): Promise<void>;
}

/** A process of the project at its port. */
export interface Node {
  readonly process: Child;
  readonly port: number;
}

export interface TopologyOptions {
  /** An empty folder, which other users may enter. */
  readonly folder: string;
  /** The port for visitors; a free one when left out. */
  readonly port?: number;
  /** Further variables of every process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Prepares settings of PostgreSQL in the folder. */
  readonly preparePostgres?: (folder: string) => Readonly<Record<string, string>>;
  /** Starts what stands before the database, such as a pooler. */
  readonly openDatabase?: (postgres: SystemPostgres, folder: string) => Promise<DatabaseWay>;
  /** nginx keeps guests' pages too. */
  readonly keepsPages?: boolean;
  /** nginx has its defaults in place of the shipped configuration. */
  readonly hasPlainNginx?: boolean;
  /** Portals and clubs listen at sockets that outlive them, as the units of systemd give them. */
  readonly holdsSockets?: boolean;
}

/** How clubs and job runner reach the database. */
export interface DatabaseWay {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<unknown>;
}

export const DATA_KEY = "07".repeat(32);

/** What all processes of this deployment have in common. */
const COMMON = {
  NODE_ENV: "production",
  SESSION_SECRETS: "one secret of all portals and clubs together",
  CLUB_DATA_KEY: DATA_KEY,
  // A demo has one operator and one member, who orders a lot here.
  CLUB_DOCUMENTS_LIMIT: "100000000",
  ORDER_PASSWORD_POINTS: "0",
  ORDER_PAUSE_MS: "50",
  // nginx.
  TRUST_PROXY: "1",
  LOG_LEVEL: "warn",
};

/** Starts everything and waits until it serves. @throws Error with what a process has printed that doesn't start */
export async function openTopology(options: TopologyOptions): Promise<Topology> {
  const { folder, env = {}, keepsPages = false, hasPlainNginx: plain = false } = options;
  await chmod(folder, 0o711);
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const postgres = await startSystemPostgres(folder, options.preparePostgres?.(folder));
    closers.push(() => postgres.stop());
    const way = await options.openDatabase?.(postgres, folder);
    if (way) closers.push(() => way.stop());
    const database = {
      DATABASE_URL: postgres.urlOf(SERVING),
      DATABASE_OWNER_URL: postgres.urlOf(OWNER),
      ...way?.env,
    };
    const [port, apiPort, ...ports] = (await findFreePorts(7)) as [number, number, ...number[]];
    const [portal1 = 0, portal2 = 0, club1 = 0, club2 = 0, jobsPort = 0] = ports;
    const assetsDir = path.join(folder, "assets");
    const upstream = {
      UPSTREAM_URL: `http://127.0.0.1:${apiPort}`,
      UPSTREAM_EXTENSIONS: "on",
      UPSTREAM_IDEMPOTENCY: "on",
      ASSETS_DIR: assetsDir,
    };
    const make = async (name: string, role: "web" | "club" | "jobs", at: number) => {
      const variable = { web: "PORT", club: "CLUB_PORT", jobs: "METRICS_PORT" }[role];
      const dataDir = path.join(folder, name);
      await mkdir(dataDir);
      const more = role === "web" ? upstream : database;
      const socket = options.holdsSockets && role !== "jobs" ? holdSocket(at) : undefined;
      if (socket) closers.push(async () => socket.close());
      const variables = {
        ...{ ...COMMON, ROLES: role, [variable]: String(at), DATA_DIR: dataDir, ...more, ...env },
        ...(socket && role !== "jobs" && givenAs(role)),
      };
      const process = new Child({
        name,
        program: globalThis.process.execPath,
        given: ["--max-semi-space-size=8", "--v8-pool-size=1", "build/server.js"],
        cwd: ROOT,
        env: { PATH: globalThis.process.env.PATH, ...variables },
        socket: socket?.descriptor,
        isReady: () => answers(`http://127.0.0.1:${at}/readyz`),
      });
      closers.push(() => process.stop());
      return { process, port: at };
    };
    const portals = [await make("portal-1", "web", portal1), await make("portal-2", "web", portal2)];
    const clubs = [await make("club-1", "club", club1), await make("club-2", "club", club2)];
    const jobs = await make("jobs", "jobs", jobsPort);
    const listening = { portals: [portal1, portal2], clubs: [club1, club2] };
    const visitorPort = options.port ?? port;
    const nginx = await prepareNginx(folder, { ...listening, port: visitorPort, apiPort, keepsPages, plain });
    closers.push(() => nginx.stop());
    await Promise.all([...clubs, jobs].map(({ process }) => process.start()));
    // The portals ask the clubs through nginx.
    await nginx.start();
    await Promise.all(portals.map(({ process }) => process.start()));
    const nodes = [...portals, ...clubs, jobs];
    return { folder, postgres, nginx, portals, clubs, jobs, nodes, port: visitorPort, assetsDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function prepareNginx(parent: string, options: Parameters<typeof writeNginx>[1]): Promise<Child> {
  const folder = path.join(parent, "nginx");
  await mkdir(folder);
  await chmod(folder, 0o711);
  const main = await writeNginx(folder, options);
  return new Child({
    name: "nginx",
    program: findProgram("nginx") ?? "nginx",
    given: ["-e", path.join(folder, "error.log"), "-c", main],
    env: { PATH: process.env.PATH },
    isReady: () => isListening(options.apiPort),
    stopSignal: "SIGTERM",
  });
}

/** nginx listens at all its ports at once, and answers 502 while there is no club. */
async function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );
}
