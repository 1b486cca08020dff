import { summarizeError } from "../../platform/db/lasting-error";
import type { Services } from "../../platform/services";

/**
 * Ends a report that can't be processed, with a message for the curator and a log line for the operator. Points credited
 * before stay. Nothing happens when the report has ended already.
 */
export async function failReport(services: Services, fileId: number, message: string, cause: unknown): Promise<void> {
  const failed = await services.db.transaction().execute(async (trx) => {
    const report = await trx
      .updateTable("report_files")
      .set({ status: "failed", finished_at: services.now() })
      .where("id", "=", fileId)
      .where("status", "in", ["queued", "in_progress"])
      .returning("id")
      .executeTakeFirst();
    if (!report) return false;
    await trx
      .insertInto("report_errors")
      .values({ file_id: fileId, row: 0, field: "", message })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
  if (failed) services.log.error({ fileId, err: summarizeError(cause) }, "a report failed for good");
}
