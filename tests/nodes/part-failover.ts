import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type Server } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort, findFreePorts } from "../setup/free-port";
import { Child } from "./child";
import { isSentAfter, readLastLetter } from "./letters";
import { findLostOrDoubled, openCustomer, readAccount, untilOrdered, verifyLedger } from "./orders";
import {
  adminUrlOf,
  canConnect,
  createServer,
  IS_PRIMARY,
  IS_SYNCHRONOUS,
  makeServiceFolder,
  OWNER,
  runAsAdmin,
  runAsService,
  SERVING,
  type SystemPostgres,
  untilTrue,
} from "./postgres";
import { findProgram } from "./programs";
import { type Report, requireNone, secondsSince } from "./report";
import type { DatabaseWay, Topology } from "./topology";
import { until } from "./until";
import { askSite, Visitor } from "./visitor";

const SHIPPED = fileURLToPath(new URL("../../deploy/haproxy.cfg", import.meta.url));
const UNITS = 4;
const ORDERS = 4;

/** What docs/recovery.md asks of both servers. */
export const CLUSTER_SETTINGS = { wal_level: "replica", wal_log_hints: "on", hot_standby: "on" };

interface DatabaseServer {
  readonly name: string;
  readonly port: number;
  readonly data: string;
  readonly process: Child;
  /** Answers as Patroni does. */
  readonly checks: Server;
  readonly checksPort: number;
}

interface Cluster {
  readonly servers: readonly [DatabaseServer, DatabaseServer];
  /** Where HAProxy leads to the primary. */
  readonly port: number;
}

let cluster: Cluster | undefined;

/** Gives the server a synchronous standby, and stands HAProxy with its configuration as shipped before both. */
export async function openCluster(postgres: SystemPostgres, folder: string): Promise<DatabaseWay> {
  const first = await watchServer("db-1", postgres.port, postgres.data, postgres.server);
  const standbyPort = await findFreePort();
  const data = makeServiceFolder(path.join(folder, "standby"));
  copyAsStandby(first, data, "db_2");
  const second = await watchServer("db-2", standbyPort, data, createServer(data, standbyPort));
  await second.process.start();
  await waitForStandby(first, "db_2");
  const [port, replicaPort] = (await findFreePorts(2)) as [number, number];
  const file = path.join(folder, "haproxy.cfg");
  const shipped = readFileSync(SHIPPED, "utf8")
    .replace("127.0.0.1:5000\n    option", `127.0.0.1:${port}\n    option`)
    .replace("127.0.0.1:5001\n    balance", `127.0.0.1:${replicaPort}\n    balance`)
    .replaceAll("10.0.0.11:5432 check port 8008", `127.0.0.1:${first.port} check port ${first.checksPort}`)
    .replaceAll("10.0.0.12:5432 check port 8008", `127.0.0.1:${second.port} check port ${second.checksPort}`);
  await writeFile(file, shipped);
  const haproxy = new Child({
    name: "HAProxy",
    program: findProgram("haproxy") ?? "haproxy",
    given: ["-db", "-f", file],
    env: { PATH: process.env.PATH },
    isReady: () => canConnect(postgres.urlOf(SERVING, port)),
  });
  await haproxy.start();
  await postgres.askAt(port);
  cluster = { servers: [first, second], port };
  return {
    env: {
      DATABASE_URL: postgres.urlOf(SERVING, port),
      DATABASE_OWNER_URL: postgres.urlOf(OWNER, port),
      DATABASE_READ_URL: postgres.urlOf(SERVING, replicaPort),
    },
    async stop() {
      await haproxy.stop();
      await second.process.stop();
      for (const { checks } of [first, second]) checks.close().closeAllConnections();
    },
  };
}

/** Copies a running server into a folder, which then follows it by a slot. */
function copyAsStandby({ port }: DatabaseServer, data: string, name: string): void {
  const url = `${adminUrlOf(port)}?application_name=${name}`;
  runAsService("pg_basebackup", "-D", data, "-d", url, "-X", "stream", "-c", "fast", "-R", "-C", "-S", name);
}

/** Lets commits of the primary wait for the standby. */
async function waitForStandby({ port }: DatabaseServer, name: string): Promise<void> {
  await setSynchronous({ port }, name);
  await untilTrue("the standby is synchronous", port, IS_SYNCHRONOUS);
}

async function setSynchronous({ port }: Pick<DatabaseServer, "port">, name: string): Promise<void> {
  await runAsAdmin(port, `alter system set synchronous_standby_names = '${name}'`, "select pg_reload_conf()");
}

/** Answers the questions of HAProxy's checks in the place of Patroni. */
async function watchServer(name: string, port: number, data: string, process: Child): Promise<DatabaseServer> {
  const checksPort = await findFreePort();
  const checks = createHttpServer((request, answer) => {
    const statement = request.url?.startsWith("/primary") ? IS_PRIMARY : "select where pg_is_in_recovery()";
    void runAsAdmin(port, statement)
      .catch(() => 0)
      .then((rows) => answer.writeHead(rows > 0 ? 200 : 503).end());
  });
  await new Promise<void>((done) => checks.listen(checksPort, "127.0.0.1", done));
  return { name, port, data, process, checks, checksPort };
}

/** The primary is killed while people order, and the standby takes its place. Nobody restarts a club or a portal. */
export async function tryFailover(topology: Topology, report: Report): Promise<void> {
  if (!cluster) throw new Error("there is no cluster");
  const { postgres, nodes, port } = topology;
  const [first, second] = cluster.servers;
  const customer = await openCustomer(topology);
  const processes = nodes.map(({ process }) => process.pid);

  const readsAtStandby = "select from pg_stat_activity where application_name = 'club reads'";
  await report.attempt("figures are read from the standby", async () => {
    await until("the metrics say so", async () => (await readMetrics(topology)).includes("\nclub_replica_serves 1\n"));
    await untilTrue("the standby is asked", second.port, readsAtStandby);
    return /^club_replica_lag_seconds \S+/m.exec(await readMetrics(topology))?.[0];
  });

  await report.attempt(
    `the primary is killed in an order of ${UNITS} units; every confirmed order is there`,
    async () => {
      for (let order = 0; order < ORDERS; order++) await customer.order();
      const { orders } = await readAccount(topology);
      const inFlight = customer.order(UNITS);
      await untilOrdered(topology, orders + 1);
      await first.process.kill();
      const killed = performance.now();
      runAsService("pg_ctl", "promote", "-D", second.data);
      await inFlight;
      const outage = secondsSince(killed);
      for (let order = 0; order < ORDERS; order++) await customer.order();
      requireNone(await findLostOrDoubled(topology, customer.acknowledged));
      const after = nodes.map(({ process }) => process.pid);
      if (String(after) !== String(processes)) throw new Error("a process was started again");
      return `confirmed ${outage} s after the kill; ${verifyLedger(postgres.urlOf(OWNER, second.port))}`;
    },
  );

  await report.attempt("without a standby its reads go to the primary", async () => {
    await until("the metrics say so", async () => (await readMetrics(topology)).includes("\nclub_replica_serves 0\n"));
    if (!(await readMetrics(topology)).includes("\nclub_figures_read 1\n")) throw new Error("there are no figures");
  });

  await report.attempt("letters, locks of jobs and readiness recover by themselves", async () => {
    const start = performance.now();
    const last = await readLastLetter(topology);
    await new Visitor(askSite(port)).submit("/recovery", { login: "manager@example.com" });
    await until("the letter is sent", () => isSentAfter(topology, last));
    const locks = "select from pg_stat_activity where application_name = 'club jobs'";
    await untilTrue("jobs hold their locks at the new primary", second.port, locks);
    for (const node of nodes) {
      await until(`${node.process.name} is ready`, async () => {
        const answer = await fetch(`http://127.0.0.1:${node.port}/readyz`);
        return ((await answer.json()) as { unavailable: unknown[] }).unavailable.length === 0;
      });
    }
    return `${secondsSince(start)} s`;
  });

  await report.attempt(
    "the old primary follows the new one after pg_rewind, and can take its place again",
    async () => {
      await runAsAdmin(second.port, "select pg_create_physical_replication_slot('db_1')", "checkpoint");
      const source = `${adminUrlOf(second.port)}?application_name=db_1`;
      runAsService("pg_rewind", "-D", first.data, "--source-server", source, "-R");
      await appendSettings(first.data, "primary_slot_name = 'db_1'", "synchronous_standby_names = ''");
      await first.process.start();
      await waitForStandby(second, "db_1");
      await customer.order();
      await second.process.kill();
      const killed = performance.now();
      runAsService("pg_ctl", "promote", "-D", first.data);
      await customer.order();
      requireNone(await findLostOrDoubled(topology, customer.acknowledged));
      return `confirmed ${secondsSince(killed)} s after the second kill; ${verifyLedger(postgres.urlOf(OWNER, first.port))}`;
    },
  );

  await report.attempt("while no standby answers nothing is confirmed, and afterwards it is there once", async () => {
    const confirmed = customer.acknowledged.length;
    await setSynchronous(first, "nobody");
    const inFlight = customer.order();
    await untilTrue("a commit waits", first.port, "select from pg_stat_activity where wait_event = 'SyncRep'");
    if (customer.acknowledged.length > confirmed) throw new Error("the order was confirmed");
    await setSynchronous(first, "");
    await inFlight;
    requireNone(await findLostOrDoubled(topology, customer.acknowledged));
    return verifyLedger(postgres.urlOf(OWNER, first.port));
  });
}

async function readMetrics({ jobs }: Topology): Promise<string> {
  return (await fetch(`http://127.0.0.1:${jobs.port}/metrics`)).text();
}

/** Adds lines to the settings that a copy has of its own. */
async function appendSettings(data: string, ...lines: readonly string[]): Promise<void> {
  const file = path.join(data, "postgresql.auto.conf");
  await writeFile(file, `${readFileSync(file, "utf8")}\n${lines.join("\n")}\n`);
}
