import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../../platform/db/advisory-locks";
import { tryOut } from "../../platform/db/try-out";
import type { Services, Trx } from "../../platform/services";
import { UnreadableTableError } from "../../platform/spreadsheets/unreadable-table-error";
import { lockBalances } from "../../points/ledger";
import { lockPromotionsWithBonus } from "../promotions/bonuses";
import { processBatch } from "./count-batch";
import { lockReportsOf } from "./lock-reports";
import { noteFile } from "./note-file";
import { isReturn, type ParsedReport } from "./parse-report";
import { explainFailure } from "./process-report";

/**
 * Counts a report and rolls that back, so that a check can't say anything else than counting does.
 *
 * @param read what is to be known of the report that it became
 * @throws UnreadableTableError for a report that counting would fail, with the same message
 */
export async function tryCounting<Result>(
  services: Services,
  { curatorId, parsed }: { curatorId: number; parsed: ParsedReport },
  read: (trx: Trx, fileId: number) => Promise<Result>,
): Promise<Result> {
  try {
    return await tryOut(services.db, async (trx) => {
      await lockAll(trx, curatorId, parsed);
      const { id } = await trx
        .insertInto("report_files")
        .values({
          curator_id: curatorId,
          file_name: "",
          content_type: "",
          content: Buffer.alloc(0),
          status: "in_progress",
          total: parsed.rows.length,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await noteFile(trx, id, parsed);
      while (await processBatch(trx, services, id, curatorId, parsed.rows));
      return read(trx, id);
    });
  } catch (error) {
    const message = explainFailure(error);
    if (message === null) throw error;
    throw new UnreadableTableError(message);
  }
}

/**
 * Takes whatever the batches lock, in the order in which one batch takes it: all batches are one transaction here, and the second
 * would take its promotions after the balances of the first.
 */
async function lockAll(trx: Trx, curatorId: number, { rows }: ParsedReport): Promise<void> {
  await lockReportsOf(trx, curatorId);
  if (rows.some(isReturn)) await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.returnedSales);
  await lockPromotionsWithBonus(trx);
  const people = new Set(rows.flatMap((row) => ("deal" in row ? [row.deal.managerId, row.deal.memberId] : [])));
  await lockBalances(trx, [...people]);
}
