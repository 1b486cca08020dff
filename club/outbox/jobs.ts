import { defineJob } from "../jobs/jobs";
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
