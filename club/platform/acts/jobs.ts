import { defineJob } from "../jobs/define-job";
import { SAME_PRESS_MS } from "./act-requests";

/** Deletes the requests of acts that have expired, the files that acts have made after an hour, and the answers after seconds. */
export const clearActRequestsJob = defineJob({
  queue: "acts.clear",
  schedule: "* * * * *",
  async handle(_data: object, { db, now }) {
    await db
      .updateTable("act_requests")
      .set({ file_sealed: null, file_expires_at: null })
      .where("file_expires_at", "<", now())
      .execute();
    await db
      .updateTable("act_requests")
      .set({ answer_sealed: null })
      .where("answer_sealed", "is not", null)
      .where("decided_at", "<", new Date(now().getTime() - SAME_PRESS_MS))
      .execute();
    await db.deleteFrom("act_requests").where("expires_at", "<", now()).execute();
  },
});
