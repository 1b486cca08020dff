import { sql } from "kysely";
import { changeInBatches } from "../../platform/db/in-batches";
import { defineJob } from "../../platform/jobs/define-job";
import type { Services } from "../../platform/services";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The column of each table after which its rows mean nothing. */
const EXPIRING = {
  sessions: "expires_at",
  redirect_tokens: "expires_at",
  password_resets: "expires_at",
  contact_changes: "expires_at",
  phone_codes: "expires_at",
  rate_limits: "window_ends_at",
  known_networks: "known_until",
};

/** Deletes sessions, tokens, codes, limits and known networks that expired more than a day ago; nothing reads them any more. */
export const clearExpiredJob = defineJob({
  queue: "accounts-clear-expired",
  schedule: "17 3 * * *",
  async handle(_data: object, { db, log, now }: Services, stopping?: AbortSignal) {
    const yesterday = new Date(now().getTime() - DAY_MS);
    const deleted: Record<string, number> = {};
    for (const [table, column] of Object.entries(EXPIRING)) {
      deleted[table] = await changeInBatches(async (limit) => {
        const { numAffectedRows } = await sql`
          delete from ${sql.table(table)} where ctid = any(array(
            select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${yesterday} limit ${limit}
          ))
        `.execute(db);
        return numAffectedRows;
      }, stopping);
    }
    log.info({ deleted }, "expired sessions, tokens, codes and limits were deleted");
  },
});
