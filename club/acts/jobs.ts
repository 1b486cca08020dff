import { defineJob } from "../jobs/define-job";

/** Deletes the requests of acts that have expired, and the files that acts have made, which are kept for an hour. */
export const clearActRequestsJob = defineJob({
  queue: "acts.clear",
  schedule: "*/10 * * * *",
  async handle(_data: object, { db, now }) {
    await db
      .updateTable("act_requests")
      .set({ file_sealed: null, file_expires_at: null })
      .where("file_expires_at", "<", now())
      .execute();
    await db.deleteFrom("act_requests").where("expires_at", "<", now()).execute();
  },
});
