import { LRUCache } from "lru-cache";

/** How long a second press of a button gets the answer of the first one, which may have secrets. */
const SAME_PRESS_MS = 10_000;

const underWay = new LRUCache<string, Promise<unknown>>({ max: 100, ttl: SAME_PRESS_MS });

/** Runs `confirm` once for presses of the same button one after the other: a browser shows the answer of the last one. */
export function confirmOnce<Answer>(key: string, confirm: () => Promise<Answer>): Promise<Answer> {
  const earlier = underWay.get(key) as Promise<Answer> | undefined;
  if (earlier) return earlier;
  const answer = confirm();
  underWay.set(key, answer);
  return answer;
}

/** Lets the next press try again, after a refusal. */
export function forgetConfirmation(key: string): void {
  underWay.delete(key);
}
