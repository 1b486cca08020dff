import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Database } from "../platform/db/schema";
import type { Position } from "./checkpoints";

const POLLING_MS = 500;

/**
 * Finds a position before which nothing will be added any more. Ids are given out before the transaction commits, so an
 * entry with a lower id may become visible after one with a higher id. Whoever writes an entry, deal or exchange has locked
 * a row before and so has a transaction id: once all transactions with one that ran after the last ids were read have ended,
 * every lower id is either visible or will never be.
 *
 * @param patienceMs how long to wait for those transactions
 * @throws Error when a transaction goes on for longer
 */
export async function findHorizon(db: Kysely<Database>, patienceMs: number): Promise<Position> {
  const { rows } = await sql<Position>`
    select
      coalesce((select max(id) from ledger_entries), 0) as "entryId",
      coalesce((select max(id) from deals), 0) as "dealId",
      coalesce((select max(id) from exchanges), 0) as "exchangeId"
  `.execute(db);
  const [position] = rows;
  if (!position) throw new Error("PostgreSQL has no last ids");
  const deadline = performance.now() + patienceMs;
  let waitedFor = await listWriting(db);
  while (waitedFor.length > 0) {
    if (performance.now() > deadline) {
      throw new Error("A transaction has been open for too long, so the new entries of the ledger can't be sealed.");
    }
    await delay(POLLING_MS);
    const writing = new Set(await listWriting(db));
    waitedFor = waitedFor.filter((transaction) => writing.has(transaction));
  }
  return position;
}

/** Lists the transactions of this database that have written or locked a row. Every role may see that of every other. */
async function listWriting(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ transaction: string }>`
    select pid || ' ' || backend_xid as transaction from pg_stat_activity
    where datname = current_database() and backend_xid is not null
  `.execute(db);
  return rows.map(({ transaction }) => transaction);
}
