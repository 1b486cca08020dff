import { defineJob } from "../jobs/define-job";
import type { Services } from "../services";
import { deliverDueMessages } from "./deliver-messages";

/** Wakes the delivery when nothing new does: messages that wait for another attempt, and those of a killed process. */
const EVERY_MINUTE = "* * * * *";

const deliverSms = defineJob({
  queue: "outbox-sms",
  schedule: EVERY_MINUTE,
  handle: (_data: object, services: Services) => deliverDueMessages("sms", services),
});

const deliverEmail = defineJob({
  queue: "outbox-email",
  schedule: EVERY_MINUTE,
  handle: (_data: object, services: Services) => deliverDueMessages("email", services),
});

/** Each channel has a queue of its own, so that thousands of invitations keep no code waiting. */
export const deliveryJobs = { sms: deliverSms, email: deliverEmail };

const KEPT_DAYS = 30;

/** Delivered messages carry names and addresses: those are kept for questions of a month; what stays is that it was sent. */
export const clearDeliveredJob = defineJob({
  queue: "outbox-clear",
  schedule: "37 3 * * *",
  async handle(_data: object, { db, now }: Services) {
    const monthAgo = new Date(now().getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000);
    await db
      .updateTable("outbox")
      .set({ recipient: "", subject: "", text: "", unsubscribe_url: "" })
      .where("sent_at", "<", monthAgo)
      .where("recipient", "!=", "")
      .execute();
  },
});
