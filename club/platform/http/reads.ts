import type { AnswerRead } from "../../../contract/read";
import { findTracing, inSpan } from "../../../contract/tracing";
import type { Services } from "../services";
import { answerCall, describeFailure } from "./answer-call";
import type { Endpoint } from "./endpoint";
import { identifyParticipant } from "./identify-participant";
import { unknownAddress } from "./refusal-error";

/** Answers the reads of a portal in the same process: the same checks and replies as over HTTP (see router.ts). */
export function createReads(endpoints: readonly Endpoint[], services: Services): AnswerRead {
  const reads = new Map(
    endpoints.filter(({ descriptor }) => descriptor.method === "GET").map((one) => [one.descriptor.path, one]),
  );
  const answer: AnswerRead = async ({ path, values, authorization, rows, caller }) => {
    const { token, address = "", requestId = "", userAgent = "" } = caller;
    try {
      const endpoint = reads.get(path);
      if (!endpoint) throw unknownAddress();
      const facts = { authorization, token, address, idempotencyKey: null, rows, requestId, userAgent };
      const result = await answerCall(endpoint, services, identifyParticipant, facts, () => ({ values, files: {} }));
      return { status: 200, body: JSON.stringify({ success: true, result: result ?? {} }) };
    } catch (error) {
      const { status, errors, retryAfter } = describeFailure(error, services, `/api/${path}`, requestId);
      const body = JSON.stringify({ success: false, errors });
      return { status, body, retryAfter: retryAfter === undefined ? undefined : String(retryAfter) };
    }
  };
  return findTracing() ? traceReads(answer) : answer;
}

/** Records reads like the calls of other processes. */
function traceReads(answer: AnswerRead): AnswerRead {
  return (read) => {
    const route = `/api/${read.path}`;
    const facts = { "http.request.method": "GET", "http.route": route, "request.id": read.caller.requestId };
    return inSpan({ name: `GET ${route}`, kind: "server", facts }, async (note) => {
      const reply = await answer(read);
      const { status } = reply;
      note({ "http.response.status_code": status }, status >= 500 ? String(status) : undefined);
      return reply;
    });
  };
}
