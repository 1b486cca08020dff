// Milliseconds for pages of the points history, by its length. Run: npx tsx bench/data/history.ts [entries…]
import { sql } from "kysely";
import { listPoints } from "../../contract/deals";
import { addPerson, callClub, openBenchClub } from "./open-bench-club";

const ENTRIES = [1_000_000, 10_000_000];
const PER_PAGE = 20;
const ROUNDS = 15;

export interface HistoryTimes {
  readonly firstPage: number;
  /** The page at nine tenths of the history. */
  readonly deepPage: number;
}

/** Measures one person's history, half additions and half spendings, the best of several rounds. */
export async function measureHistory(lengths = ENTRIES): Promise<Record<number, HistoryTimes>> {
  const times: Record<number, HistoryTimes> = {};
  for (const length of lengths) {
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
      return Number(best.toFixed(1));
    };
    const lastPage = length / 2 / PER_PAGE;
    times[length] = { firstPage: await time(1), deepPage: await time(Math.round(lastPage * 0.9)) };
    await close();
  }
  return times;
}

if (process.argv[1] === import.meta.filename) {
  const lengths = process.argv.slice(2).map(Number);
  console.log(await measureHistory(lengths.length > 0 ? lengths : undefined));
}
