import { sql } from "kysely";
import type { Services } from "../services";
import { type OutgoingMessage, openChannel } from "./channels";

/** Attempts before a message is given up; with the waits below that is about two days. */
export const MAX_ATTEMPTS = 20;
/** While a message is being sent nobody else takes it; a process that dies then leaves it to the next after this time. */
const LEASE_SECONDS = 180;
const FIRST_WAIT_SECONDS = 15;
const LONGEST_WAIT_SECONDS = 4 * 60 * 60;
const PARALLEL_SENDERS = 4;

type Channel = OutgoingMessage["channel"];

/**
 * Delivers every message of a channel that is due, secrets first. A message counts as sent only after its gateway took
 * it: a crash in between sends it once more, never not at all.
 */
export async function deliverDueMessages(channel: Channel, services: Services): Promise<void> {
  const gateway = openChannel(channel, services);
  const work = async () => {
    for (let message = await takeMessage(channel, services); message; message = await takeMessage(channel, services)) {
      await deliver(message);
    }
  };
  const deliver = async (message: OutgoingMessage) => {
    try {
      await gateway.send(message);
    } catch (error) {
      await putBack(message, error, services);
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

async function takeMessage(channel: Channel, services: Services): Promise<OutgoingMessage | undefined> {
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

async function putBack(message: OutgoingMessage, error: unknown, services: Services): Promise<void> {
  const now = services.now();
  const givenUp = message.attempts >= MAX_ATTEMPTS;
  await services.db
    .updateTable("outbox")
    .set({
      next_attempt_at: new Date(now.getTime() + retryDelaySeconds(message.attempts) * 1000),
      last_error: nameFailure(error),
      ...(givenUp && { failed_at: now }),
    })
    .where("id", "=", message.id)
    .execute();
  const fields = { message: message.id, channel: message.channel, attempts: message.attempts };
  if (givenUp) services.log.error(fields, "a message was given up");
  else services.log.warn(fields, "a message could not be delivered yet");
}

/** Seconds until the next attempt after so many: doubling, up to four hours. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(FIRST_WAIT_SECONDS * 2 ** (attempts - 1), LONGEST_WAIT_SECONDS);
}

/** A gateway's own words may repeat an address or the text: only the kind of failure is kept. */
function nameFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const answer = "responseCode" in error && typeof error.responseCode === "number" ? String(error.responseCode) : "";
  return [error.name, code, answer].filter(Boolean).join(" ");
}
