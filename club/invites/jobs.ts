import { subMinutes } from "date-fns";
import { defineJob } from "../jobs/define-job";
import { runImport } from "./run-import";
import { runResend } from "./run-resend";

/** Imports one uploaded list. */
export const importInvitesJob = defineJob<{ taskId: string }>({
  queue: "invite-import",
  handle: ({ taskId }, services) => runImport(services, taskId),
});

/** Sends the letters of one person's unanswered invitations again. */
export const resendInvitesJob = defineJob<{ taskId: string }>({
  queue: "invite-resend",
  handle: ({ taskId }, services) => runResend(services, taskId),
});

/** An unfinished task is resumed after this time: the process that worked on it may have been killed. */
const ABANDONED_AFTER_MINUTES = 1;

export const resumeInviteTasksJob = defineJob({
  queue: "invite-task-resume",
  schedule: "* * * * *",
  async handle(_data: object, services) {
    const unfinished = await services.db
      .selectFrom("tasks")
      .select(["id", "kind"])
      .where("status", "in", ["queued", "in_progress"])
      .where("created_at", "<", subMinutes(services.now(), ABANDONED_AFTER_MINUTES))
      .orderBy("created_at")
      .execute();
    for (const { id, kind } of unfinished) {
      await (kind === "invite_import" ? runImport(services, id) : runResend(services, id));
    }
  },
});
