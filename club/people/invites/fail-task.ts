import { summarizeError } from "../../platform/db/lasting-error";
import type { Services } from "../../platform/services";

/**
 * Ends an invitation task that can't be done, with a message for the inviter and a log line for the operator. What was
 * written before stays. Nothing happens when the task has ended already.
 */
export async function failTask(services: Services, taskId: string, message: string, cause: unknown): Promise<void> {
  const failed = await services.db.transaction().execute(async (trx) => {
    const task = await trx
      .updateTable("tasks")
      // The file holds names and addresses of strangers, so it is deleted as soon as it isn't needed.
      .set({ status: "failed", finished_at: services.now(), file_content: null })
      .where("id", "=", taskId)
      .where("status", "in", ["queued", "in_progress"])
      .returning("id")
      .executeTakeFirst();
    if (!task) return false;
    await trx
      .insertInto("task_errors")
      .values({ task_id: taskId, row: 0, field: "", value: "", message })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
  if (failed) services.log.error({ taskId, err: summarizeError(cause) }, "an invitation task failed for good");
}
