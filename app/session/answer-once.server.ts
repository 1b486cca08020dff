import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { type Answer, call } from "../upstream/client.server";
import { readCookie } from "./cookie.server";
import type { Flow } from "./flow-state.server";
import type { Visit } from "./visit.server";

/** Longer than a second press, on its way over a slow network, comes after the first. */
const KEPT_MS = 10_000;

/** Successful answers and calls under way. The key is a hash, because the state and the input hold secrets. */
const answers = new LRUCache<string, Promise<Answer<unknown>>>({ max: 1_000, ttl: KEPT_MS });

/**
 * Makes the call that uses up the single-use link of a flow. The same form sent once more by the same browser, by a double
 * press or by a press and then by script, gets the answer to the first instead of the refusal of a used link, because the
 * browser shows only the reply to the last one. A refusal isn't kept.
 * @param input of the call; with another input it is another call
 */
export function answerOnce<D extends CallDescriptor>(
  request: Request,
  visit: Visit,
  flow: Flow,
  descriptor: D,
  input: CallInput<D>,
): Promise<Answer<CallReply<D>>> {
  const sent = JSON.stringify([flow, readCookie(request, flow), input]);
  const key = createHash("sha256").update(sent).digest("base64");
  const earlier = answers.get(key) as Promise<Answer<CallReply<D>>> | undefined;
  const answer = earlier ?? call(descriptor, input, visit.caller);
  if (!earlier) {
    answers.set(key, answer);
    const forget = () => answers.delete(key);
    answer.then(({ ok }) => ok || forget(), forget);
  }
  return visit.handleErrors(answer);
}
