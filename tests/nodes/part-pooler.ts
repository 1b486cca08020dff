import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { findPooling, isSameDatabase } from "../../club/platform/db/pooler";
import { PreparedClient } from "../../club/platform/db/prepared-client";
import { findFreePort } from "../setup/free-port";
import { Child } from "./child";
import { carryOut, findTopUp, insist, readAccount } from "./orders";
import { endLoad, loadSite } from "./part-rolling";
import { canConnect, findServiceUser, SERVING, type SystemPostgres } from "./postgres";
import { findProgram } from "./programs";
import { type Report, requireNone } from "./report";
import type { DatabaseWay, Topology } from "./topology";
import { askSite, Visitor } from "./visitor";

const SHIPPED = fileURLToPath(new URL("../../deploy/pgbouncer.ini", import.meta.url));
const UNITS = 4;
const LOAD_MS = 15_000;

let pooler: { readonly process: Child; readonly url: string } | undefined;

/** Starts PgBouncer with its configuration as shipped, but for ports and passwords. */
export async function openPooler(postgres: SystemPostgres, folder: string): Promise<DatabaseWay> {
  const port = await findFreePort();
  const file = path.join(folder, "pgbouncer.ini");
  const users = path.join(folder, "userlist.txt");
  const shipped = await readFile(SHIPPED, "utf8");
  await writeFile(users, `"${SERVING}" ""\n`);
  await writeFile(
    file,
    shipped
      .replace("port=5432", `port=${postgres.port}`)
      .replace("listen_port = 6432", `listen_port = ${port}`)
      .replace("scram-sha-256", "trust")
      .replace("/etc/pgbouncer/userlist.txt", users)
      .concat("unix_socket_dir =\n"),
  );
  const url = postgres.urlOf(SERVING, port);
  const process = new Child({
    name: "PgBouncer",
    program: findProgram("pgbouncer") ?? "pgbouncer",
    given: [file],
    env: { PATH: globalThis.process.env.PATH },
    ...findServiceUser("postgres"),
    isReady: () => canConnect(url),
    stopSignal: "SIGINT",
  });
  await process.start();
  pooler = { process, url };
  return { env: { DATABASE_POOLER_URL: url }, stop: () => process.stop() };
}

/** Clubs work through PgBouncer in transaction mode. */
export async function tryPooler(topology: Topology, report: Report): Promise<void> {
  const { postgres, port, clubs } = topology;
  await report.attempt("pages, forms and restarts of the clubs through PgBouncer lose no request", async () => {
    const load = await loadSite(topology);
    await delay(LOAD_MS);
    for (const { process } of clubs) {
      await process.stop();
      await process.start();
    }
    const measured = await endLoad(topology, load, []);
    requireNone(clubs.flatMap(({ process }) => process.output.match(/.*"level":(?:50|60).*/g) ?? []));
    return measured;
  });
  await report.attempt(`an order of ${UNITS} units through PgBouncer is carried out once`, async () => {
    const visitor = new Visitor(askSite(port));
    await visitor.logIn("79000000003");
    const { points, ...fields } = await findTopUp(topology);
    const start = await readAccount(topology);
    await insist(visitor, () => visitor.submit("/dashboard/gifts/phone", { ...fields, cartCount: String(UNITS) }));
    await carryOut(visitor);
    const end = await readAccount(topology);
    if (end.orders - start.orders !== UNITS || start.points - end.points !== UNITS * points) {
      throw new Error(`${end.orders - start.orders} units for ${start.points - end.points} points`);
    }
  });
  await report.attempt(
    "requests share PgBouncer's connections, which have the time-outs; jobs have their own",
    async () => {
      const names = await postgres.query<{ name: string; count: number }>(
        `select application_name as name, count(*)::int as count from pg_stat_activity
       where datname = 'club' and usename = $1 group by 1 order by 1`,
        [SERVING],
      );
      const direct = names.filter(({ name }) => name.startsWith("club node"));
      if (direct.length > 0) throw new Error(`requests go past the pooler: ${JSON.stringify(names)}`);
      if (!names.some(({ name }) => name === "club jobs")) throw new Error("no connection holds the locks of jobs");
      const client = new pg.Client({ connectionString: pooler?.url });
      await client.connect();
      const { rows } = await client.query("show statement_timeout");
      await client.end();
      if (rows[0]?.statement_timeout !== "30s") throw new Error(`statement_timeout is ${rows[0]?.statement_timeout}`);
      return names.map(({ name, count }) => `${count} ${name}`).join(", ");
    },
  );
  await report.attempt("doctor recognizes PgBouncer, its mode and the database behind it", async () => {
    const url = pooler?.url ?? "";
    const found = [await findPooling(url), await findPooling(postgres.urlOf(SERVING))];
    if (found.join() !== "of-transactions,none") throw new Error(found.join());
    if (!(await isSameDatabase(url, postgres.urlOf(SERVING)))) throw new Error("it is taken for another database");
    return found.join();
  });
  await report.attempt(
    "prepared statements, which clubs don't use here, would fail through this PgBouncer",
    async () => {
      const clients = Array.from({ length: 8 }, () => new PreparedClient({ connectionString: pooler?.url }));
      await Promise.all(clients.map((client) => client.connect()));
      const codes = new Set<string>();
      for (let round = 0; round < 12; round++) {
        const results = await Promise.allSettled(
          clients.map((client) => client.query("select $1::int as one", [round])),
        );
        for (const result of results) if (result.status === "rejected") codes.add(String(result.reason.code));
      }
      await Promise.all(clients.map((client) => client.end()));
      return codes.size > 0 ? `PostgreSQL's codes ${[...codes].join(", ")}` : "not seen: this PgBouncer knows them";
    },
  );
}
