import { subHours, subMinutes } from "date-fns";
import { isLastingError, summarizeError } from "../../platform/db/lasting-error";
import type { Database } from "../../platform/db/schema";
import { defineJob } from "../../platform/jobs/define-job";
import type { Services } from "../../platform/services";
import { failTask } from "./fail-task";
import { runImport } from "./run-import";
import { runResend } from "./run-resend";

const NOT_DONE = "Приглашения не удалось обработать до конца. Попробуйте ещё раз или напишите в поддержку клуба.";

/** Imports one uploaded list. */
export const importInvitesJob = defineJob<{ taskId: string }>({
  queue: "invite-import",
  handle: ({ taskId }, services) => runTask(services, "invite_import", taskId),
});

/** Sends the letters of one person's unanswered invitations again. */
export const resendInvitesJob = defineJob<{ taskId: string }>({
  queue: "invite-resend",
  handle: ({ taskId }, services) => runTask(services, "invite_resend", taskId),
});

/** An unfinished task is resumed after this time: the process that worked on it may have been killed. */
const ABANDONED_AFTER_MINUTES = 1;
const FAILED_AFTER_HOURS = 24;

export const resumeInviteTasksJob = defineJob({
  queue: "invite-task-resume",
  schedule: "* * * * *",
  async handle(_data: object, services) {
    const unfinished = await services.db
      .selectFrom("tasks")
      .select(["id", "kind", "created_at"])
      .where("status", "in", ["queued", "in_progress"])
      .where("created_at", "<", subMinutes(services.now(), ABANDONED_AFTER_MINUTES))
      .orderBy("created_at")
      .execute();
    for (const { id, kind, created_at } of unfinished) {
      try {
        await runTask(services, kind, id);
      } catch (error) {
        // An error in one task doesn't keep the others from being done.
        services.log.error({ taskId: id, err: summarizeError(error) }, "an invitation task was not done");
        if (created_at < subHours(services.now(), FAILED_AFTER_HOURS)) await failTask(services, id, NOT_DONE, error);
      }
    }
  },
});

/** @throws what went wrong when another try may succeed; otherwise the task has failed with a message for the inviter */
async function runTask(services: Services, kind: Database["tasks"]["kind"], taskId: string): Promise<void> {
  try {
    await (kind === "invite_import" ? runImport(services, taskId) : runResend(services, taskId));
  } catch (error) {
    if (!isLastingError(error)) throw error;
    await failTask(services, taskId, NOT_DONE, error);
  }
}
