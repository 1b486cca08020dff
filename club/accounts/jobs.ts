import { defineJob } from "../jobs/define-job";
import type { Services } from "../services";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes sessions, tokens, codes and rate limits that expired more than a day ago; nothing reads them any more. */
export const clearExpiredJob = defineJob({
  queue: "accounts-clear-expired",
  schedule: "17 3 * * *",
  async handle(_data: object, { db, now }: Services) {
    const yesterday = new Date(now().getTime() - DAY_MS);
    await db.deleteFrom("sessions").where("expires_at", "<", yesterday).execute();
    await db.deleteFrom("redirect_tokens").where("expires_at", "<", yesterday).execute();
    await db.deleteFrom("password_resets").where("expires_at", "<", yesterday).execute();
    await db.deleteFrom("phone_codes").where("expires_at", "<", yesterday).execute();
    await db.deleteFrom("rate_limits").where("window_ends_at", "<", yesterday).execute();
  },
});
