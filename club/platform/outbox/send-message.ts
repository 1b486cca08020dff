import type { Db, Services } from "../services";
import { deliveryJobs } from "./jobs";

/** An SMS (`to` = 11 digits) or an e-mail. `secret` marks a code or a password: its text is deleted after the delivery. */
export interface Message {
  readonly channel: "sms" | "email";
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  readonly secret?: boolean;
  /** The message is not delivered before this moment. */
  readonly notBefore?: Date;
  /** Marks a message of a mailing: the address to which a mail program posts to unsubscribe the recipient. */
  readonly unsubscribeUrl?: string;
}

/**
 * Writes a message into the outbox; a job delivers it at least once. In a transaction, the message exists and is delivered
 * only if the transaction commits.
 */
export async function sendMessage(db: Db, services: Services, message: Message): Promise<void> {
  await sendMessages(db, services, [message]);
}

/** Writes many messages in one statement. Returns the ids of their rows in the order of the messages. */
export async function sendMessages(db: Db, services: Services, messages: readonly Message[]): Promise<number[]> {
  if (messages.length === 0) return [];
  const now = services.now();
  const rows = await db
    .insertInto("outbox")
    .values(
      messages.map((message) => ({
        channel: message.channel,
        recipient: message.to,
        subject: message.subject ?? "",
        text: message.text,
        unsubscribe_url: message.unsubscribeUrl ?? "",
        is_secret: message.secret ?? false,
        created_at: now,
        next_attempt_at: message.notBefore ?? now,
      })),
    )
    .returning("id")
    .execute();
  for (const channel of new Set(messages.map((message) => message.channel))) {
    await services.jobs.send(deliveryJobs[channel], {}, { within: db });
  }
  // PostgreSQL assigns ids in the order of the rows, but doesn't promise to return them in that order.
  return rows.map((row) => row.id).sort((a, b) => a - b);
}
