import { z } from "zod";
import type { Db } from "../platform/services";

/** When the ledger was verified by the nightly job, or by the command, and what came of it. */
export interface LedgerCheckResult {
  readonly at: Date;
  readonly differences: number;
}

const SETTING = "ledger_check";
const stored = z.object({ at: z.coerce.date(), differences: z.number().int() });

/** Stores the result where every node reads it. */
export async function storeLedgerCheck(db: Db, result: LedgerCheckResult): Promise<void> {
  const value = JSON.stringify(result);
  await db
    .insertInto("settings")
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Reads the last result. Null before the first. */
export async function readLedgerCheck(db: Db): Promise<LedgerCheckResult | null> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", SETTING).executeTakeFirst();
  return row ? stored.parse(JSON.parse(row.value)) : null;
}
