import type { Db, Services } from "../services";
import { deliveryJobs } from "./jobs";

/** An SMS (`to` = 11 digits) or an e-mail; `secret`: a code or a password, wiped from the database once delivered. */
export interface Message {
  readonly channel: "sms" | "email";
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  readonly secret?: boolean;
}

/**
 * Writes a message into the outbox; a job delivers it after the commit, at least once. Given a transaction, the message
 * exists only if the transaction commits.
 */
export async function sendMessage(db: Db, services: Services, message: Message): Promise<void> {
  const now = services.now();
  await db
    .insertInto("outbox")
    .values({
      channel: message.channel,
      recipient: message.to,
      subject: message.subject ?? "",
      text: message.text,
      is_secret: message.secret ?? false,
      created_at: now,
      next_attempt_at: now,
    })
    .execute();
  await services.jobs.send(deliveryJobs[message.channel], {}, { within: db });
}
