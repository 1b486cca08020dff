import { tryOut } from "../../platform/db/try-out";
import type { Services, Trx } from "../../platform/services";
import { UnreadableTableError } from "../../platform/spreadsheets/unreadable-table-error";
import { processBatch } from "./count-batch";
import { noteFile } from "./note-file";
import type { ParsedReport } from "./parse-report";
import { explainFailure } from "./process-report";

/**
 * Counts a report and rolls that back, so that a check can't say anything else than counting does. Meanwhile only other reports of
 * its curator wait.
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
      while (await processBatch(trx, services, id, curatorId, parsed.rows, { isTried: true }));
      return read(trx, id);
    });
  } catch (error) {
    const message = explainFailure(error);
    if (message === null) throw error;
    throw new UnreadableTableError(message);
  }
}
