import { sql } from "kysely";
import type { Services } from "../services";
import { type OutgoingMessage, openChannel } from "./channels";

/** Attempts after which a message fails for good; with the delays below that takes about two days. */
export const MAX_ATTEMPTS = 20;
/** For this time no other process sends a claimed message. If the process dies, another one sends the message afterwards. */
const LEASE_SECONDS = 180;
const FIRST_DELAY_SECONDS = 15;
const LONGEST_DELAY_SECONDS = 4 * 60 * 60;
const PARALLEL_SENDERS = 4;

type Channel = OutgoingMessage["channel"];

/**
 * Delivers every message of a channel that is due, secrets first. A message is marked as sent only after its gateway
 * accepted it, so after a crash in between it is sent once more rather than lost.
 */
export async function deliverDueMessages(channel: Channel, services: Services): Promise<void> {
  const gateway = openChannel(channel, services);
  const work = async () => {
    for (
      let message = await claimMessage(channel, services);
      message;
      message = await claimMessage(channel, services)
    ) {
      await deliver(message);
    }
  };
  const deliver = async (message: OutgoingMessage) => {
    try {
      await gateway.send(message);
    } catch (error) {
      await scheduleRetry(message, error, services);
      return;
    }
    await markSent(message, services);
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL_SENDERS }, work));
  } finally {
    gateway.close();
  }
}

async function claimMessage(channel: Channel, services: Services): Promise<OutgoingMessage | undefined> {
  const now = services.now();
  return services.db
    .updateTable("outbox")
    .set((set) => ({
      attempts: set("attempts", "+", 1),
      next_attempt_at: new Date(now.getTime() + LEASE_SECONDS * 1000),
    }))
    .where("id", "=", (from) =>
      from
        .selectFrom("outbox")
        .select("id")
        .where("channel", "=", channel)
        .where("sent_at", "is", null)
        .where("failed_at", "is", null)
        .where("next_attempt_at", "<=", now)
        .orderBy("is_secret", "desc")
        .orderBy("next_attempt_at")
        .orderBy("id")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "channel", "recipient", "subject", "text", "unsubscribe_url", "attempts"])
    .executeTakeFirst();
}

async function markSent(message: OutgoingMessage, services: Services): Promise<void> {
  await services.db
    .updateTable("outbox")
    .set({
      sent_at: services.now(),
      last_error: null,
      text: sql<string>`case when is_secret then '' else text end`,
    })
    .where("id", "=", message.id)
    .execute();
}

async function scheduleRetry(message: OutgoingMessage, error: unknown, services: Services): Promise<void> {
  const now = services.now();
  const isLastAttempt = message.attempts >= MAX_ATTEMPTS;
  await services.db
    .updateTable("outbox")
    .set({
      next_attempt_at: new Date(now.getTime() + retryDelaySeconds(message.attempts) * 1000),
      last_error: describeFailure(error),
      ...(isLastAttempt && { failed_at: now }),
    })
    .where("id", "=", message.id)
    .execute();
  const fields = { message: message.id, channel: message.channel, attempts: message.attempts };
  if (isLastAttempt) services.log.error(fields, "a message was not delivered");
  else services.log.warn(fields, "a message was not delivered yet");
}

/** Seconds until the next attempt after a number of attempts. The delay doubles up to four hours. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS);
}

/** A gateway's error message may repeat the address or the text, so only names and codes of the error are stored. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const answer = "responseCode" in error && typeof error.responseCode === "number" ? String(error.responseCode) : "";
  return [error.name, code, answer].filter(Boolean).join(" ");
}
