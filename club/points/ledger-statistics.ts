import { sql } from "kysely";
import type { Db } from "../platform/services";

/**
 * Gathers the statistics by which PostgreSQL plans what asks the whole ledger. It gathers those of each partition by itself. As
 * the owner of the tables, by a function that can do nothing else; a sample, so that a long ledger takes no longer.
 */
export async function gatherLedgerStatistics(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select gather_ledger_statistics()`.execute(trx);
  });
}
