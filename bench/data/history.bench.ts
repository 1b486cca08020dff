import { sql } from "kysely";
import { listPoints } from "../../contract/deals";
import { addPerson, callClub, openBenchClub } from "./open-bench-club";

const ENTRIES = [1_000_000, 10_000_000];
const PER_PAGE = 20;
const ROUNDS = 15;

export const name = "history: pages of the points history, ms, best of 15";

/** One person's history, half additions and half spendings. The deep page is the one at nine tenths. */
export async function run() {
  const rows = [];
  for (const length of ENTRIES) {
    const { club, close } = await openBenchClub();
    const { id, token } = await addPerson(club, { role: "member" });
    await club.services.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`
        insert into ledger_entries (user_id, amount, balance_after, number, reason, reference, action)
        select ${id}, case when n % 2 = 1 then 5 else -5 end, case when n % 2 = 1 then 5 else 0 end, (n + 1) / 2,
          'correction', 'bench:' || n, 'Покупка 01.02.2026: Свеча зажигания, 2 шт.'
        from generate_series(1, ${length}::int) n
      `.execute(trx);
      await sql`
        insert into balances (user_id, points, added_count, spent_count)
        values (${id}, 0, ${length}::int / 2, ${length}::int / 2)
      `.execute(trx);
    });
    await sql`vacuum analyze ledger_entries`.execute(club.services.db);
    const time = async (page: number) => {
      let best = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS; round++) {
        const start = performance.now();
        await callClub(club, listPoints, { page, per_page: PER_PAGE }, token);
        best = Math.min(best, performance.now() - start);
      }
      return best.toFixed(1);
    };
    const lastPage = length / 2 / PER_PAGE;
    rows.push({
      entries: length.toLocaleString("en"),
      "first page": await time(1),
      "deep page": await time(Math.round(lastPage * 0.9)),
    });
    await close();
  }
  return rows;
}
