import { setTimeout as delay } from "node:timers/promises";
import { changeInBatches } from "../db/in-batches";
import { defineJob } from "../jobs/define-job";
import type { Services } from "../services";
import { CLAIM_SECONDS, deliverDueMessages, isAnyClaimed } from "./deliver-messages";

/** Besides each new message, a schedule starts the delivery: for repeated attempts and for messages of a killed process. */
const EVERY_MINUTE = "* * * * *";

const deliverSms = defineJob({
  queue: "outbox-sms",
  schedule: EVERY_MINUTE,
  isQueuedToo: true,
  handle: (_data: object, services: Services, stopping?: AbortSignal) => deliver("sms", services, stopping),
});

const deliverEmail = defineJob({
  queue: "outbox-email",
  schedule: EVERY_MINUTE,
  isQueuedToo: true,
  handle: (_data: object, services: Services, stopping?: AbortSignal) => deliver("email", services, stopping),
});

/** Delivers what is due, and also what another process holds at this moment if that one dies. */
async function deliver(channel: "sms" | "email", services: Services, stopping?: AbortSignal): Promise<void> {
  await deliverDueMessages(channel, services, stopping);
  const until = performance.now() + CLAIM_SECONDS * 1000 + POLLING_MS;
  while (performance.now() < until && (await isAnyClaimed(channel, services))) {
    await delay(POLLING_MS, undefined, { signal: stopping });
    await deliverDueMessages(channel, services, stopping);
  }
}

/** Each channel has its own queue, so that a code by SMS doesn't wait for thousands of invitations by e-mail. */
export const deliveryJobs = { sms: deliverSms, email: deliverEmail };

const POLLING_MS = 500;

/** Removes addresses and texts of messages some time after they were delivered or given up. The rows stay. */
export const clearDeliveredJob = defineJob({
  queue: "outbox-clear",
  schedule: "37 3 * * *",
  async handle(_data: object, { db, log, now, settings }: Services, stopping?: AbortSignal) {
    const before = new Date(now().getTime() - settings.retentionDays.messages * 24 * 60 * 60 * 1000);
    const messages = await changeInBatches(async (limit) => {
      const { numUpdatedRows } = await db
        .updateTable("outbox")
        .set({ recipient: "", subject: "", text: "", unsubscribe_url: "" })
        .where("id", "in", (from) =>
          from
            .selectFrom("outbox")
            .select("id")
            .where((where) => where.or([where("sent_at", "<", before), where("failed_at", "<", before)]))
            .where("recipient", "!=", "")
            .limit(limit),
        )
        .executeTakeFirst();
      return numUpdatedRows;
    }, stopping);
    log.info({ messages }, "texts of old messages were removed");
  },
});
