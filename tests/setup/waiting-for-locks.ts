import { sql } from "kysely";
import type { TestClub } from "./club";

/** How many statements wait for another transaction. */
export async function countWaitingForLocks({ db }: Pick<TestClub, "db">): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows[0]?.count ?? 0;
}
