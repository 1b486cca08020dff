import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const LIMIT_MS = 60_000;

/** One delivered SMS or e-mail, a line of `outbox.jsonl`. */
export interface OutboxMessage {
  at: string;
  channel: "sms" | "email";
  to: string;
  subject?: string;
  text: string;
}

/** Every message delivered so far, oldest first. A line that is still being written isn't among them. */
export async function readOutbox(dataDir: string): Promise<OutboxMessage[]> {
  const text = await readFile(path.join(dataDir, "outbox.jsonl"), "utf8").catch(() => "");
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as OutboxMessage);
}

/**
 * Every message to this address so far whose subject or text has these words, oldest first.
 * @throws Error when no words are given
 */
export async function findMessages(dataDir: string, to: string, saying: string): Promise<OutboxMessage[]> {
  if (saying.trim() === "") throw new Error(`No words name the message for ${to}`);
  return (await readOutbox(dataDir)).filter(
    (message) => message.to === to && [message.subject, message.text].some((part) => part?.includes(saying)),
  );
}

/**
 * Waits up to a minute for a message to this address with these words in its subject or text and returns the newest of them.
 *
 * Two messages that wait at once may be delivered in either order, so the words are those of the one that is meant.
 *
 * @param after the number of earlier messages with these words, which don't count
 * @throws Error when no words are given
 */
export async function waitForMessage(dataDir: string, to: string, saying: string, after = 0): Promise<OutboxMessage> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const messages = await findMessages(dataDir, to, saying);
    const last = messages.at(-1);
    if (last && messages.length > after) return last;
    if (Date.now() > deadline) throw new Error(`No message for ${to} came that says “${saying}”`);
    await delay(50);
  }
}

/** The password in the letter that opens an account; empty where there is none. */
export function readMailedPassword(text: string): string {
  return /Пароль:\s+(\S+)/.exec(text)?.[1] ?? "";
}
