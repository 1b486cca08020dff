import { cpSync, readFileSync } from "node:fs";
import { chmod, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Child } from "./child";
import { type Acknowledged, type Customer, findLostOrDoubled, openCustomer, readAccount, verifyLedger } from "./orders";
import {
  adminUrlOf,
  createServer,
  findServiceUser,
  IS_PRIMARY,
  IS_SYNCHRONOUS,
  makeServiceFolder,
  OWNER,
  runAsAdmin,
  runAsService,
  untilTrue,
} from "./postgres";
import { findProgram } from "./programs";
import { type Report, requireNone, secondsSince } from "./report";
import type { Topology } from "./topology";

const SHIPPED = fileURLToPath(new URL("../../deploy/postgres", import.meta.url));
const ARCHIVES = "/var/backups/loyalty-club";
/** Instead of the shipped minute. */
const ARCHIVE_SECONDS = 5;
/** How long a busy machine may take to archive a file. */
const ARCHIVING_MS = 15_000;
/** Confirmed before a file is archived, and again after that until the machine is lost. */
const ORDERS = 6;
/** The name of pg_receivewal and of its slot. */
const RECEIVER = "club_wal";

/** Makes the folders of the archive. @returns the settings of archive.conf as shipped, with other paths and a shorter time-out */
export function prepareArchive(folder: string): Readonly<Record<string, string>> {
  const archives = makeServiceFolder(path.join(folder, "archives"));
  for (const name of ["wal", "stream", "scripts"]) makeServiceFolder(path.join(archives, name));
  cpSync(path.join(SHIPPED, "archive-wal.sh"), path.join(archives, "scripts", "archive-wal.sh"));
  const shipped = readFileSync(path.join(SHIPPED, "archive.conf"), "utf8")
    .replaceAll(ARCHIVES, archives)
    .replaceAll("/etc/loyalty-club/postgres", path.join(archives, "scripts"))
    .replace(/^archive_timeout = .*$/m, `archive_timeout = ${ARCHIVE_SECONDS}`);
  const lines = [...shipped.matchAll(/^(\w+) = (?:'(.*)'|(\S+))$/gm)];
  return Object.fromEntries(lines.map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]));
}

/** A club is led back to a moment, and its machine is lost twice. */
export async function tryRecovery(topology: Topology, report: Report): Promise<void> {
  const { folder, nodes, postgres } = topology;
  const customer = await openCustomer(topology);
  const make = { base: 0, restored: 0 };
  const makeBase = () => {
    make.base += 1;
    const base = makeServiceFolder(path.join(folder, `base-${make.base}`));
    runAsService("pg_basebackup", "-D", base, "-d", adminUrlOf(postgres.port), "-X", "stream", "-c", "fast");
    runAsService("pg_verifybackup", base);
    return base;
  };
  /** The steps of docs/recovery.md. @returns the folder in which PostgreSQL serves now */
  const restore = async (base: string, more: Readonly<Record<string, string>> = {}) => {
    make.restored += 1;
    const data = makeServiceFolder(path.join(folder, `restored-${make.restored}`));
    runAsService("cp", "-a", `${base}/.`, data);
    runAsService("touch", path.join(data, "recovery.signal"));
    postgres.server = createServer(data, postgres.port, more);
    await postgres.server.start();
    await untilTrue("PostgreSQL takes writes", postgres.port, IS_PRIMARY);
    return data;
  };
  let data = postgres.data;

  await report.attempt("archive-wal.sh never writes over another file, and takes the same one twice", async () => {
    const archives = path.join(folder, "archives");
    const script = path.join(archives, "scripts", "archive-wal.sh");
    const [source, target] = [path.join(folder, "000000FF"), makeServiceFolder(path.join(folder, "tried"))];
    await writeFile(source, "first");
    await chmod(source, 0o644);
    runAsService(script, source, target);
    runAsService(script, source, target);
    await writeFile(source, "other");
    const refusal = await Promise.resolve()
      .then(() => runAsService(script, source, target))
      .catch((error: Error) => error.message);
    if (!refusal.includes("other contents")) throw new Error(`it did not refuse: ${refusal}`);
    if (readFileSync(path.join(target, "000000FF"), "utf8") !== "first") throw new Error("it wrote over the file");
  });

  await report.attempt("the club goes back to the moment before a wrong statement, and works on", async () => {
    const base = makeBase();
    for (let order = 0; order < 3; order++) await customer.order();
    const before = [...customer.acknowledged];
    const account = await readAccount(topology);
    const [moment] = await postgres.query<{ at: string }>("select clock_timestamp()::text as at");
    const after = [await customer.order(), await customer.order()];
    await postgres.query("update balances set points = points + 1000");
    requireHarm(postgres.urlOf(OWNER));
    await Promise.all(nodes.map(({ process }) => process.stop()));
    // Ends in order, and archives what it has written.
    await postgres.server.stop();
    const start = performance.now();
    data = await restore(base, { recovery_target_time: moment?.at ?? "", recovery_target_action: "promote" });
    const seconds = secondsSince(start);
    const verified = verifyLedger(postgres.urlOf(OWNER));
    requireNone([...(await findLostOrDoubled(topology, before)), ...(await findKept(topology, after))]);
    const restored = await readAccount(topology);
    if (restored.points !== account.points) throw new Error(`${restored.points} points instead of ${account.points}`);
    await Promise.all(nodes.map(({ process }) => process.start()));
    await findNext(topology, customer);
    const [size] = await postgres.query<{ text: string }>("select pg_size_pretty(pg_database_size('club')) as text");
    return `${before.length} orders kept, ${after.length} undone; ${size?.text} restored in ${seconds} s; ${verified}`;
  });

  await report.attempt("the machine is gone, and the archive has all but its last seconds", async () => {
    const base = makeBase();
    const lost = await loseMachine(topology, customer, data, async () => (data = await restore(base)));
    const most = ARCHIVE_SECONDS * 1000 + ARCHIVING_MS;
    if (lost.ms > most) throw new Error(`orders of the last ${lost.ms / 1000} s were lost`);
    return describeLoss(lost, `archive_timeout ${ARCHIVE_SECONDS} s`);
  });

  await report.attempt("the machine is gone, and pg_receivewal has everything that was confirmed", async () => {
    const base = makeBase();
    const receiver = await startReceiver(folder, postgres.port);
    await runAsAdmin(
      postgres.port,
      `alter system set synchronous_standby_names = '${RECEIVER}'`,
      "select pg_reload_conf()",
    );
    await untilTrue("pg_receivewal is synchronous", postgres.port, IS_SYNCHRONOUS);
    const lost = await loseMachine(topology, customer, data, async () => {
      await receiver.stop();
      data = await restore(base);
    });
    if (lost.orders.length > 0) throw new Error(`${lost.orders.length} confirmed orders were lost`);
    return describeLoss(lost, "synchronous pg_receivewal");
  });

  await report.attempt("the ledger holds after all of it", async () => verifyLedger(postgres.urlOf(OWNER)));
}

interface Loss {
  readonly confirmed: number;
  readonly orders: readonly Acknowledged[];
  /** From the first order that was lost to the loss of the machine. */
  readonly ms: number;
  /** Until an order was confirmed again. */
  readonly outageSeconds: string;
}

/** Kills PostgreSQL under orders, removes its folder, and restores it while clubs and portals go on by themselves. */
async function loseMachine(
  topology: Topology,
  customer: Customer,
  data: string,
  restore: () => Promise<unknown>,
): Promise<Loss> {
  const first = customer.acknowledged.length;
  for (let order = 0; order < ORDERS; order++) await customer.order();
  const [wal] = await topology.postgres.query<{ file: string }>("select pg_walfile_name(pg_current_wal_lsn()) as file");
  const isArchived = `select from pg_stat_archiver where last_archived_wal >= '${wal?.file}'`;
  await untilTrue("the orders are archived", topology.postgres.port, isArchived);
  for (let order = 0; order < ORDERS; order++) await customer.order();
  const killed = { at: Date.now(), time: performance.now() };
  const confirmed = customer.acknowledged.slice(first);
  await topology.postgres.server.kill();
  await rm(data, { recursive: true, force: true });
  const next = customer.order();
  await restore();
  await next;
  const outageSeconds = secondsSince(killed.time);
  const lost = await findMissing(topology, confirmed);
  requireNone(
    confirmed.slice(0, ORDERS).flatMap((order) => (lost.includes(order) ? ["an archived order is lost"] : [])),
  );
  const doubled = (await findLostOrDoubled(topology, confirmed)).length - lost.length;
  if (doubled > 0) throw new Error(`${doubled} orders are there twice`);
  verifyLedger(topology.postgres.urlOf(OWNER));
  return { confirmed: confirmed.length, orders: lost, ms: lost[0] ? killed.at - lost[0].at : 0, outageSeconds };
}

function describeLoss({ confirmed, orders, ms, outageSeconds }: Loss, how: string): string {
  const seconds = orders.length > 0 ? `, those of the last ${(ms / 1000).toFixed(1)} s` : "";
  return `${how}: ${orders.length} of ${confirmed} confirmed orders lost${seconds}; the next order ${outageSeconds} s after the loss`;
}

async function findMissing(topology: Topology, orders: readonly Acknowledged[]): Promise<Acknowledged[]> {
  const sentences = (await findLostOrDoubled(topology, orders)).filter((sentence) => sentence.endsWith(" 0 units"));
  return orders.filter(({ recipient }) => sentences.some((sentence) => sentence.includes(recipient)));
}

/** @returns a sentence for each order that should have been undone */
async function findKept(topology: Topology, orders: readonly Acknowledged[]): Promise<string[]> {
  const missing = await findMissing(topology, orders);
  return orders.filter((order) => !missing.includes(order)).map(({ recipient }) => `the order for ${recipient} stayed`);
}

/** Orders once more. */
async function findNext(topology: Topology, customer: Customer): Promise<void> {
  requireNone(await findLostOrDoubled(topology, [await customer.order()]));
}

/** @throws Error when the ledger holds: then the harm was none */
function requireHarm(databaseUrl: string): void {
  const found = (() => {
    try {
      return verifyLedger(databaseUrl);
    } catch {
      return undefined;
    }
  })();
  if (found !== undefined) throw new Error(`the wrong statement did no harm: ${found}`);
}

async function startReceiver(folder: string, port: number): Promise<Child> {
  const given = ["-D", path.join(folder, "archives", "stream"), "--slot", RECEIVER, "-d", adminUrlOf(port)];
  runAsService("pg_receivewal", ...given, "--create-slot", "--if-not-exists");
  const url = `${adminUrlOf(port)}?application_name=${RECEIVER}`;
  const receiver = new Child({
    name: "pg_receivewal",
    program: findProgram("pg_receivewal") ?? "pg_receivewal",
    given: [...given.slice(0, -1), url, "--synchronous"],
    env: { PATH: process.env.PATH },
    ...findServiceUser("postgres"),
    isReady: async () => (await runAsAdmin(port, "select from pg_stat_replication")) > 0,
    stopSignal: "SIGINT",
  });
  await receiver.start();
  return receiver;
}
