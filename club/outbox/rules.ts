import { sql } from "kysely";
import type { Db, Services } from "../services";
import { deliveryJobs } from "./jobs";

/** An SMS (`to` = 11 digits) or an e-mail; `secret`: a code or a password, wiped from the database once delivered. */
export interface Message {
  readonly channel: "sms" | "email";
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  readonly secret?: boolean;
  /** Makes it a message of a mailing: the address at which the addressee's mail program unsubscribes by one POST. */
  readonly unsubscribeUrl?: string;
}

/**
 * Writes a message into the outbox; a job delivers it after the commit, at least once. Given a transaction, the message
 * exists only if the transaction commits.
 */
export async function sendMessage(db: Db, services: Services, message: Message): Promise<void> {
  await sendMessages(db, services, [message]);
}

/** The same for many messages in one statement. Returns their rows' ids in the order of the messages. */
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
        next_attempt_at: now,
      })),
    )
    .returning("id")
    .execute();
  for (const channel of new Set(messages.map((message) => message.channel))) {
    await services.jobs.send(deliveryJobs[channel], {}, { within: db });
  }
  // Identity values are drawn in the order of the rows.
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

/** Which of the addresses asked for no more mailings; in small letters. */
export async function listUnsubscribed(db: Db, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string }>`
    select email from unsubscribed_addresses
    where email = any(${emails.map((email) => email.toLowerCase())}::text[])
  `.execute(db);
  return new Set(rows.map(({ email }) => email));
}

/** Keeps mailings from an address from now on, those that wait for their delivery too; again is harmless. */
export async function stopMailings(db: Db, services: Services, email: string): Promise<void> {
  const now = services.now();
  await db
    .insertInto("unsubscribed_addresses")
    .values({ email: email.toLowerCase(), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable("outbox")
    .set({ failed_at: now, last_error: "unsubscribed" })
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .where("unsubscribe_url", "!=", "")
    .where(sql<boolean>`lower(recipient) = ${email.toLowerCase()}`)
    .execute();
}
