import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { type Answer, call, UpstreamOutage } from "../upstream/client.server";
import type { Visit } from "./visit.server";

const OUTAGE_MESSAGE = "Сейчас не получается проверить. Попробуйте ещё раз через минуту.";

/**
 * Makes a call while the page stays as it is: an outage comes back as a refusal with words for the place where the answer
 * was wanted, and nothing that was typed is lost.
 */
export async function lookUp<D extends CallDescriptor>(
  visit: Pick<Visit, "caller">,
  descriptor: D,
  input: CallInput<D>,
): Promise<Answer<CallReply<D>>> {
  try {
    return await call(descriptor, input, visit.caller);
  } catch (error) {
    if (!(error instanceof UpstreamOutage)) throw error;
    return { ok: false, refusal: { status: 503, aliases: [], message: OUTAGE_MESSAGE, fields: {} } };
  }
}
