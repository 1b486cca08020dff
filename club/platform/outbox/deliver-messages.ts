import { sql } from "kysely";
import { summarizeError } from "../db/lasting-error";
import type { Db, Services } from "../services";
import { MessageRefusedError, type OutgoingMessage, openChannel } from "./channels";

/** Attempts after which a message fails for good; with the delays below that takes about two days. */
export const MAX_ATTEMPTS = 20;
/**
 * For this time no other process sends a claimed message; the process that sends it renews the claim. If that process
 * dies, another one sends the message afterwards.
 */
export const CLAIM_SECONDS = 12;
const RENEWAL_MS = 3_000;
/** Between the first attempt and the second; each further delay is twice as long. */
export const FIRST_DELAY_SECONDS = 15;
const LONGEST_DELAY_SECONDS = 4 * 60 * 60;
const PARALLEL_SENDERS = 4;

type Channel = OutgoingMessage["channel"];

/**
 * Delivers every message of a channel that is due, secrets first. A message is marked as sent only after its gateway
 * accepted it, so after a crash in between it is sent once more rather than lost.
 *
 * @throws the reason of `stopping` when the process stops while messages are left; those in flight have ended then
 */
export async function deliverDueMessages(channel: Channel, services: Services, stopping?: AbortSignal): Promise<void> {
  const gateway = openChannel(channel, services);
  const claims = keepClaims(services);
  const work = async () => {
    while (!stopping?.aborted) {
      const message = await claimMessage(channel, services);
      if (!message) return;
      claims.add(message.id);
      const failure = await gateway.send(message).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      // A renewal under way would put off the next attempt that is noted now.
      await claims.remove(message.id);
      if (failure) await noteFailure(message, failure.error, services);
      else await markSent(message, services);
    }
  };
  try {
    // One sender may lose the database; what the others have in flight ends all the same.
    const results = await Promise.allSettled(Array.from({ length: PARALLEL_SENDERS }, work));
    for (const result of results) if (result.status === "rejected") throw result.reason;
    stopping?.throwIfAborted();
  } finally {
    claims.end();
    gateway.close();
  }
}

/** Tells whether a message may be in the hands of another process. A message whose delivery failed waits longer. */
export async function isAnyClaimed(channel: Channel, { db, now }: Services): Promise<boolean> {
  const until = claimEnd(now());
  const found =
    (await selectNext(db, channel, true, until).executeTakeFirst()) ??
    (await selectNext(db, channel, false, until).executeTakeFirst());
  return found !== undefined;
}

/** Renews the claims of the messages in flight. */
function keepClaims({ db, now, log }: Services) {
  const ids = new Set<number>();
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    if (ids.size === 0) return;
    renewal = db
      .updateTable("outbox")
      .set({ next_attempt_at: claimEnd(now()) })
      .where("id", "in", [...ids])
      .where("sent_at", "is", null)
      .execute()
      .catch((error) => log.warn({ err: summarizeError(error) }, "claims of messages were not renewed"));
  }, RENEWAL_MS);
  return {
    add: (id: number) => void ids.add(id),
    async remove(id: number) {
      ids.delete(id);
      await renewal;
    },
    end: () => clearInterval(timer),
  };
}

function claimEnd(now: Date): Date {
  return new Date(now.getTime() + CLAIM_SECONDS * 1000);
}

async function claimMessage(channel: Channel, services: Services): Promise<OutgoingMessage | undefined> {
  return (await claimNext(channel, true, services)) ?? (await claimNext(channel, false, services));
}

function claimNext(channel: Channel, isSecret: boolean, { db, now }: Services): Promise<OutgoingMessage | undefined> {
  const time = now();
  return db
    .updateTable("outbox")
    .set((set) => ({
      attempts: set("attempts", "+", 1),
      next_attempt_at: claimEnd(time),
    }))
    .where("id", "=", selectNext(db, channel, isSecret, time).forUpdate().skipLocked())
    .returning(["id", "channel", "recipient", "subject", "text", "unsubscribe_url", "attempts"])
    .executeTakeFirst();
}

/** Selects the message that is due first, if it is until then: one entry of the index `outbox_waiting`, however many wait. */
function selectNext(db: Db, channel: Channel, isSecret: boolean, until: Date) {
  return db
    .selectFrom("outbox")
    .select("id")
    .where("channel", "=", channel)
    .where("is_secret", "=", isSecret)
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .where("next_attempt_at", "<=", until)
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(1);
}

async function markSent(message: OutgoingMessage, services: Services): Promise<void> {
  services.countDelivery(message.channel, "sent");
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

/** Decides when the message is tried again, or gives it up: after the last attempt, or when its gateway refused it for good. */
async function noteFailure(message: OutgoingMessage, error: unknown, services: Services): Promise<void> {
  const now = services.now();
  const isRefused = error instanceof MessageRefusedError;
  const isGivenUp = isRefused || message.attempts >= MAX_ATTEMPTS;
  services.countDelivery(message.channel, isGivenUp ? "lost" : "delayed");
  const reason = describeFailure(isRefused ? error.cause : error);
  await services.db
    .updateTable("outbox")
    .set({
      next_attempt_at: new Date(now.getTime() + retryDelaySeconds(message.attempts) * 1000),
      last_error: reason,
      // A code or password that nobody will get isn't kept either.
      ...(isGivenUp && { failed_at: now, text: sql<string>`case when is_secret then '' else text end` }),
    })
    .where("id", "=", message.id)
    .execute();
  const fields = { message: message.id, channel: message.channel, attempts: message.attempts, reason };
  if (isRefused) services.log.error(fields, "a message was refused for good");
  else if (isGivenUp) services.log.error(fields, "a message was not delivered");
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
