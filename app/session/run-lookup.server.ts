import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { type Answer, call } from "../upstream/client.server";
import { UpstreamOutage } from "../upstream/outage.server";
import type { Visit } from "./visit.server";

const OUTAGE_MESSAGE = "Сейчас не получается проверить. Попробуйте ещё раз через минуту.";

/**
 * Makes a call for a page that stays open, such as a look-up or a poll. An outage is returned as a refusal, to be shown where
 * the result was expected, so that nothing typed is lost. @throws a redirect when the session has ended (§4.1)
 */
export function runLookup<D extends CallDescriptor>(
  visit: Pick<Visit, "caller" | "handleErrors">,
  descriptor: D,
  input: CallInput<D>,
): Promise<Answer<CallReply<D>>> {
  const answer = call(descriptor, input, visit.caller).catch((error: unknown): Answer<never> => {
    if (!(error instanceof UpstreamOutage)) throw error;
    return { ok: false, refusal: { status: 503, aliases: [], message: OUTAGE_MESSAGE, fields: {} } };
  });
  return visit.handleErrors(answer);
}
