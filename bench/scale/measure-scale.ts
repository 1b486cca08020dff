import { sql } from "kysely";
import type { Club } from "../../club/club";
import { openCommandDatabase } from "../../club/operators/cli/open-services";
import { readClubConfiguration } from "../../club/platform/configuration";
import { profile } from "../../contract/accounts";
import { listPoints } from "../../contract/deals";
import { limitHeapGrowth } from "../../server/heap";
import { callClub, openBenchClub, openSession } from "../data/open-bench-club";
import { median } from "../measure";
import { printTable } from "../table";

import { type Filled, fillLedger } from "./fill-ledger";
import { createOrder, NO_LIMITS, openReporter, openSellers } from "./orders-and-reports";

/** People of each length whose pages are opened, each once: nothing of theirs was read before. */
const PEOPLE = 200;
const REPORTS = 7;
/** What ten times as many entries may cost. */
const TO_REACH = 1.3;

/** What one thing takes at each length, in milliseconds. */
interface Measured {
  readonly name: string;
  readonly times: number[];
}

/** Lets the ledger of one club grow, and measures at each length what one person, one order and one report take. */
export async function benchScale(lengths: readonly number[]): Promise<void> {
  limitHeapGrowth();
  const { club, dataDir, close } = await openBenchClub(false, NO_LIMITS);
  const owner = await openCommandDatabase(readClubConfiguration({ NODE_ENV: "production", DATA_DIR: dataDir }));
  try {
    await sql`set statement_timeout = 0`.execute(owner.db);
    const { sellers, report } = await openReporter(club);
    const measured: Measured[] = ["first page", "balance", "order", "report of 1 000 rows"].map((name) => ({
      name,
      times: [],
    }));
    let filled: Filled = { people: 0, deals: 0, sellers };
    for (const length of lengths) {
      const begun = performance.now();
      filled = await fillLedger(owner.db, length, () => openSellers(club), filled);
      const { rows } = await sql<{ gigabytes: number }>`
        select round(pg_database_size(current_database()) / 1e9, 1)::float as gigabytes
      `.execute(owner.db);
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.log(`${length.toLocaleString("en")} entries: ${seconds} s to write, ${rows[0]?.gigabytes} GB`);
      const results = [...(await measurePeople(club)), await measureReports(report)];
      for (const [index, time] of results.entries()) measured[index]?.times.push(time);
    }
    printTable(measured.map(({ name, times }) => describe(name, lengths, times)));
  } finally {
    await owner.close();
    await close();
  }
}

function describe(name: string, lengths: readonly number[], times: readonly number[]): Record<string, string> {
  const [first = Number.NaN] = times;
  const decades = Math.log10((lengths.at(-1) ?? 1) / (lengths[0] ?? 1));
  const growth = ((times.at(-1) ?? first) / first) ** (1 / (decades || 1));
  return {
    "median, ms": name,
    ...Object.fromEntries(
      lengths.map((length, index) => [length.toLocaleString("en"), (times[index] ?? 0).toFixed(1)]),
    ),
    "× a decade": growth.toFixed(2),
    "to reach": String(TO_REACH),
  };
}

/** @returns the medians of a first page of the history, a profile with its balance, and an order */
async function measurePeople(club: Club): Promise<number[]> {
  const { db } = club.services;
  const { rows: people } = await sql<{ id: number }>`
    select id from users where email like 'scale-%' order by random() limit ${PEOPLE * 3}
  `.execute(db);
  const order = await createOrder(club);
  const acts: ((token: string) => Promise<unknown>)[] = [
    (token) => callClub(club, listPoints, { page: 1, per_page: 20 }, token),
    (token) => callClub(club, profile, {}, token),
    order,
  ];
  const medians: number[] = [];
  for (const [index, act] of acts.entries()) {
    const times: number[] = [];
    for (const { id } of people.slice(index * PEOPLE, (index + 1) * PEOPLE)) {
      const token = await openSession(club, id);
      times.push(await timeOf(() => act(token)));
    }
    medians.push(median(times));
  }
  return medians;
}

/** The first report of a process compiles its code, and isn't counted. */
async function measureReports(report: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= REPORTS; round++) times.push(await timeOf(report));
  return median(times.slice(1));
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}
