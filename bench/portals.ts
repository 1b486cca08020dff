import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { cpus } from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../club/platform/db/embedded/start";
import { formatConnection } from "../club/platform/db/open";
import { createDataFolder } from "../e2e/setup/data-folder";
import { type RunningServer, startServer } from "../e2e/setup/server";
import { findFreePort } from "../tests/setup/free-port";
import { type BenchPortal, buildWhenStale, readMetricAt } from "./portal";

/** Processor seconds, each counted since the start. */
export interface ProcessorTimes {
  readonly portals: number;
  readonly postgres: number;
  /** Of all programs of the machine. */
  readonly machine: number;
}

/** Several processes that serve the same club, each of them portal and club; the first also runs the jobs. */
export interface BenchPortals extends BenchPortal {
  readonly origins: readonly string[];
  readProcessorTimes(): Promise<ProcessorTimes>;
}

/** What all processes of a club have in common. */
const COMMON = {
  SESSION_SECRETS: "one secret of all processes together",
  CLUB_DATA_KEY: "07".repeat(32),
};

/**
 * Starts processes on one PostgreSQL of the bench. Whoever measures asks each of their origins in turn, as a balancer would.
 * @param variables variables of the environment that differ from the defaults
 */
export async function startPortals(count: number, variables: Readonly<Record<string, string>>): Promise<BenchPortals> {
  buildWhenStale();
  const folder = await createDataFolder();
  const log = { info: () => undefined, warn: console.warn };
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log });
  const databaseUrl = formatConnection(postgres.connection);
  const servers: (RunningServer & { readonly metricsPort: number })[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
    await folder.remove();
  };
  try {
    const postmaster = await findPostmaster(databaseUrl);
    for (let index = 0; index < count; index++) {
      const dataDir = index === 0 ? folder.path : path.join(folder.path, `process-${index + 1}`);
      await mkdir(dataDir, { recursive: true });
      const metricsPort = await findFreePort();
      const ROLES = index === 0 ? "web,club,jobs" : "web,club";
      const own = { ROLES, DATABASE_URL: databaseUrl, METRICS_PORT: String(metricsPort) };
      servers.push({ ...(await startServer(dataDir, { ...COMMON, ...own, ...variables })), metricsPort });
    }
    const [first] = servers;
    if (!first) throw new Error("No process was asked for");
    const readMetric = async (name: string) => {
      const figures = await Promise.all(servers.map(({ metricsPort }) => readMetricAt(metricsPort, name)));
      return figures.reduce((sum, figure) => sum + figure, 0);
    };
    return {
      ...first,
      origins: servers.map(({ origin }) => origin),
      readMetric,
      readCpuMs: async () => 1000 * (await readMetric("process_cpu_seconds_total")),
      readProcessorTimes: async () => ({
        portals: await readMetric("process_cpu_seconds_total"),
        postgres: readTreeSeconds(postmaster),
        machine: cpus().reduce((sum, { times }) => sum + (times.user + times.sys + times.nice + times.irq) / 1000, 0),
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns the id of PostgreSQL's first process: the parent of the one that answers */
async function findPostmaster(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const stat = readStat(rows[0]?.pid ?? 0);
  await client.end();
  return stat?.parent ?? 0;
}

interface Stat {
  readonly parent: number;
  /** Clock ticks of the process, and those of its children that have ended. */
  readonly own: number;
  readonly ended: number;
}

/** Reads what Linux tells of a process. Undefined when it is gone, or elsewhere than on Linux. */
function readStat(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}

let ticksPerSecond = 0;

/** Processor seconds of a process and its children, those that have ended included. */
function readTreeSeconds(root: number): number {
  ticksPerSecond ||= Number(spawnSync("getconf", ["CLK_TCK"], { encoding: "utf8" }).stdout) || 100;
  const first = readStat(root);
  if (!first) return Number.NaN;
  const children = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readStat(name) ?? []) : []));
  const running = children.filter(({ parent }) => parent === root).reduce((sum, { own }) => sum + own, 0);
  return (first.own + first.ended + running) / ticksPerSecond;
}
