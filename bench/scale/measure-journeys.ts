import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import type { Club } from "../../club/club";
import { openCommandDatabase } from "../../club/operators/cli/open-services";
import { readClubConfiguration } from "../../club/platform/configuration";
import type { Database } from "../../club/platform/db/schema";
import { MOVED } from "../../club/points/day-limits";
import { creditPoints } from "../../club/points/ledger";
import { profile } from "../../contract/accounts";
import { listDeals, listPoints } from "../../contract/deals";
import { listPrizes } from "../../contract/prizes";
import { callClub, openBenchClub } from "../data/open-bench-club";
import { printTable } from "../table";
import { createOrder, NO_LIMITS, openReporter, REPORT_ROWS, type Reporter } from "./orders-and-reports";

/** How often each journey is made, after it was made a few times. */
const TIMES = 100;
const REPORTS = 5;
const WARM_UP = 5;
/** PostgreSQL's processes tell what they have counted a second later. */
const COUNTED_MS = 2_500;
const IDLE_MS = 20_000;

/** What the database has done so far. */
interface Work {
  readonly statements: number;
  readonly read: number;
  readonly written: number;
  readonly wal: number;
  readonly at: number;
}

/**
 * Tells what the database does for each journey: statements, rows and bytes of its log, less what it does by itself. No job
 * runs.
 */
export async function benchJourneys(): Promise<void> {
  const statements = countStatements();
  const { club, dataDir, close } = await openBenchClub(false, NO_LIMITS);
  const owner = await openCommandDatabase(readClubConfiguration({ NODE_ENV: "production", DATA_DIR: dataDir }));
  const readWork = async (): Promise<Work> => {
    const at = performance.now();
    const counted = statements.count;
    await delay(COUNTED_MS);
    return { ...(await readCounters(owner.db)), statements: counted, at };
  };
  try {
    const reporter = await openReporter(club);
    await reporter.report();
    await giveManagerPoints(club, reporter);
    await sql`vacuum (analyze)`.execute(owner.db);
    await sql`checkpoint`.execute(owner.db);
    // What PostgreSQL does by itself while nobody asks for anything.
    const before = await readWork();
    await delay(IDLE_MS);
    const idle = perMs(before, await readWork());
    const rows: Record<string, string>[] = [];
    for (const { name, times, act } of await listJourneys(club, reporter)) {
      for (let turn = 0; turn < Math.min(WARM_UP, times); turn++) await act();
      const begun = await readWork();
      for (let turn = 0; turn < times; turn++) await act();
      const ended = await readWork();
      const work = (key: keyof Work) =>
        Math.max(ended[key] - begun[key] - idle[key] * (ended.at - begun.at), 0) / times;
      rows.push({
        journey: name,
        statements: work("statements").toFixed(1),
        "rows read": work("read").toFixed(0),
        "rows written": work("written").toFixed(1),
        "WAL, bytes": Math.round(work("wal")).toLocaleString("en"),
      });
    }
    printTable(rows);
  } finally {
    await owner.close();
    await close();
  }
}

interface Journey {
  readonly name: string;
  readonly times: number;
  act(): Promise<unknown>;
}

/** What a hundred orders cost. */
async function giveManagerPoints(club: Club, { sellers }: Reporter): Promise<void> {
  const userId = sellers.managerIds[0] ?? 0;
  const points = { amount: 1_000_000, reason: "correction", reference: "bench", action: "Начало" } as const;
  await club.services.db.transaction().execute((trx) => creditPoints(trx, MOVED, [{ userId, ...points }]));
}

async function listJourneys(club: Club, { report, managerToken, shopToken }: Reporter): Promise<Journey[]> {
  const order = await createOrder(club);
  const page = { page: 1, per_page: 20 };
  return [
    { name: "profile and balance", times: TIMES, act: () => callClub(club, profile, {}, shopToken) },
    { name: "first page of points", times: TIMES, act: () => callClub(club, listPoints, page, shopToken) },
    { name: "first page of sales", times: TIMES, act: () => callClub(club, listDeals, page, managerToken) },
    { name: "gifts", times: TIMES, act: () => callClub(club, listPrizes, {}, shopToken) },
    { name: "order of one gift", times: TIMES, act: () => order(managerToken) },
    { name: `report of ${REPORT_ROWS} rows`, times: REPORTS, act: report },
  ];
}

function perMs(before: Work, after: Work): Work {
  const each = (key: keyof Work) => (after[key] - before[key]) / (after.at - before.at);
  return { statements: each("statements"), read: each("read"), written: each("written"), wal: each("wal"), at: 0 };
}

async function readCounters(db: Kysely<Database>): Promise<Pick<Work, "read" | "written" | "wal">> {
  const { rows } = await sql<Pick<Work, "read" | "written" | "wal">>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read, sum(n_tup_ins + n_tup_upd + n_tup_del)::bigint as written,
      (pg_current_wal_insert_lsn() - '0/0')::bigint as wal
    from pg_stat_user_tables
  `.execute(db);
  return rows[0] ?? { read: 0, written: 0, wal: 0 };
}

/** Counts what this process sends to PostgreSQL, begin and commit among it. */
function countStatements(): { readonly count: number } {
  const counter = { count: 0 };
  const { query } = pg.Client.prototype;
  // biome-ignore lint/suspicious/noExplicitAny: the types of its overloads can't be written as one.
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: any[]): any {
    counter.count += 1;
    return Reflect.apply(query, this, given);
  };
  return counter;
}
