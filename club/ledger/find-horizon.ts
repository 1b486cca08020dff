import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema";
import type { Position } from "./checkpoints";

const POLLING_MS = 500;

/**
 * Finds a position before which nothing will be added any more. Ids are given out before the transaction commits, so an
 * entry with a lower id may become visible after one with a higher id. Whoever writes an entry, deal or exchange has locked
 * a row before and so has a transaction id: once all transactions that ran when the last ids were read have ended, every
 * lower id is either visible or will never be.
 *
 * @param patienceMs how long to wait for those transactions
 * @throws Error when a transaction of PostgreSQL goes on for longer
 */
export async function findHorizon(db: Kysely<Database>, patienceMs: number): Promise<Position> {
  const { rows } = await sql<Position & { nextTransaction: string }>`
    select
      coalesce((select max(id) from ledger_entries), 0) as "entryId",
      coalesce((select max(id) from deals), 0) as "dealId",
      coalesce((select max(id) from exchanges), 0) as "exchangeId",
      pg_snapshot_xmax(pg_current_snapshot())::text as "nextTransaction"
  `.execute(db);
  const [last] = rows;
  if (!last) throw new Error("PostgreSQL has no snapshot");
  const { nextTransaction, ...position } = last;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await sql<{ haveEnded: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${nextTransaction}::xid8 as "haveEnded"
    `.execute(db);
    if (rows[0]?.haveEnded) return position;
    if (performance.now() > deadline) {
      throw new Error("A transaction has been open for too long, so the new entries of the ledger can't be sealed.");
    }
    await delay(POLLING_MS);
  }
}
