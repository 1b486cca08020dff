import { sql } from "kysely";
import type { Club } from "../../club/club";
import { profile } from "../../contract/accounts";
import { listDeals, listPoints } from "../../contract/deals";
import { addPerson, callClub, openBenchClub } from "./open-bench-club";

const ENTRIES = (process.env.BENCH_HISTORY ?? "1000000,10000000").split(",").map(Number);
const PER_PAGE = 20;
const ROUNDS = 15;
/** Days with sales: three years. */
const DAYS = 1_095;
/** Rows that one statement writes, within its time-out on a crowded machine too. */
const ROWS_AT_ONCE = 20_000;

export const name = "history: pages of points and of sales, and the profile with its balance, ms, best of 15";

/** One person's history. The deep page is the one at nine tenths. Statistics are those that autovacuum has made meanwhile. */
export async function run() {
  const rows = [];
  for (const length of ENTRIES) {
    const { club, close } = await openBenchClub();
    rows.push(await measurePoints(club, length), await measureSales(club, length));
    await close();
  }
  return rows;
}

/** Half of the entries are additions and half spendings. */
async function measurePoints(club: Club, length: number) {
  const { id, token } = await addPerson(club, { role: "member" });
  const { db } = club.services;
  for (let from = 0; from < length; from += ROWS_AT_ONCE) {
    await sql`
      insert into ledger_entries (user_id, amount, balance_after, number, reason, reference, action)
      select ${id}, case when n % 2 = 1 then 5 else -5 end, case when n % 2 = 1 then 5 else 0 end, (n + 1) / 2,
        'correction', 'bench:' || n, 'Покупка 01.02.2026: Свеча зажигания, 2 шт.'
      from generate_series(${from}::int + 1, ${Math.min(from + ROWS_AT_ONCE, length)}::int) n
    `.execute(db);
  }
  await sql`
    insert into balances (user_id, points, added_count, spent_count)
    values (${id}, 0, ${length}::int / 2, ${length}::int / 2)
  `.execute(db);
  const open = (page: number) => callClub(club, listPoints, { page, per_page: PER_PAGE }, token);
  const readBalance = () => callClub(club, profile, {}, token);
  return {
    history: "points",
    entries: length.toLocaleString("en"),
    ...(await timePages(open, length / 2)),
    balance: (await bestOf(readBalance)).toFixed(1),
  };
}

async function measureSales(club: Club, length: number) {
  const { db } = club.services;
  const curator = await addPerson(club, { role: "curator" });
  const manager = await addPerson(club, { role: "manager", curator_id: curator.id });
  const member = await addPerson(club, { role: "member", curator_id: curator.id });
  const values = { kind: "retail", owner_id: member.id, inn: "7700000001" } as const;
  const { id: company } = await db
    .insertInto("companies")
    .values({ ...values, actual_name_organization: "Точка", legal_name_organization: "ООО" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: file } = await db
    .insertInto("report_files")
    .values({ curator_id: curator.id, file_name: "a.csv", content_type: "text/csv", content: Buffer.alloc(0) })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (let from = 0; from < length; from += ROWS_AT_ONCE) {
    await sql`
      insert into deals (
        file_id, file_row, curator_id, manager_id, member_id, company_id, sell_date, article_code, article_name,
        sell_count, manager_points, member_points, fingerprint
      )
      select ${file}, n, ${curator.id}, ${manager.id}, ${member.id}, ${company},
        date '2023-01-01' + (n::bigint * ${DAYS} / ${length}::bigint)::int, 'A', 'Свеча зажигания', 1, 3, 5,
        int8send(n) || '\\x00'::bytea
      from generate_series(${from}::int + 1, ${Math.min(from + ROWS_AT_ONCE, length)}::int) n
    `.execute(db);
  }
  const open = (page: number) => callClub(club, listDeals, { page, per_page: PER_PAGE }, manager.token);
  return { history: "sales", entries: length.toLocaleString("en"), ...(await timePages(open, length)), balance: "" };
}

async function timePages(open: (page: number) => Promise<unknown>, length: number) {
  const first = await bestOf(() => open(1));
  const deep = await bestOf(() => open(Math.round((length / PER_PAGE) * 0.9)));
  return { "first page": first.toFixed(1), "deep page": deep.toFixed(1), "÷ first": (deep / first).toFixed(2) };
}

/** The milliseconds of the fastest of some calls. */
async function bestOf(call: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await call();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
