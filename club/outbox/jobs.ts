import { setTimeout as delay } from "node:timers/promises";
import { defineJob } from "../jobs/define-job";
import type { Services } from "../services";
import { CLAIM_SECONDS, deliverDueMessages, isAnyClaimed } from "./deliver-messages";

/** Besides each new message, a schedule starts the delivery: for repeated attempts and for messages of a killed process. */
const EVERY_MINUTE = "* * * * *";

const deliverSms = defineJob({
  queue: "outbox-sms",
  schedule: EVERY_MINUTE,
  handle: (_data: object, services: Services, stopping?: AbortSignal) => deliver("sms", services, stopping),
});

const deliverEmail = defineJob({
  queue: "outbox-email",
  schedule: EVERY_MINUTE,
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
const RETENTION_DAYS = 30;

/** Removes addresses and texts of messages a month after the delivery, since they are personal data. The rows stay. */
export const clearDeliveredJob = defineJob({
  queue: "outbox-clear",
  schedule: "37 3 * * *",
  async handle(_data: object, { db, now }: Services) {
    const monthAgo = new Date(now().getTime() - RETENTION_DAYS * 24 * 60 * 60 * 1000);
    await db
      .updateTable("outbox")
      .set({ recipient: "", subject: "", text: "", unsubscribe_url: "" })
      .where("sent_at", "<", monthAgo)
      .where("recipient", "!=", "")
      .execute();
  },
});
