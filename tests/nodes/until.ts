import { setTimeout as delay } from "node:timers/promises";

const PATIENCE_MS = 120_000;

/**
 * Waits until something is so; while that can't be told it isn't.
 * @param lookMs how long it waits between two looks
 * @throws Error with what was waited for
 */
export async function until(what: string, isSo: () => Promise<boolean>, lookMs = 50): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what}`);
    await delay(lookMs);
  }
}
