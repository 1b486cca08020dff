import type { CallDescriptor } from "../../contract/call";
import { readReply } from "../../contract/reply";
import { createRequest, type Upstream } from "../../contract/request";
import { REQUEST_TIMEOUT_MS } from "../../contract/values";

/** The outcome of a call. Of a reply other than a success it holds only names of fields and aliases, never a value. */
export type Outcome =
  /** `leftOut`: the places of rows and fields that couldn't be read. */
  | { kind: "answer"; status: number; result: unknown; leftOut: readonly string[] }
  | { kind: "refusal"; status: number; aliases: readonly string[] }
  /** The reply doesn't match the contract; `field` is the first place where it differs. */
  | { kind: "contract-mismatch"; status: number; field: string }
  /** 5xx, time-out or no connection. */
  | { kind: "outage"; status: number | null; fault: string };

/** Makes one call and reads the reply as the portal reads it. */
export async function sendCall(
  upstream: Upstream,
  descriptor: CallDescriptor,
  input: Readonly<Record<string, unknown>>,
  token?: string,
): Promise<Outcome> {
  let response: Response;
  let body: string;
  try {
    response = await fetch(createRequest(upstream, descriptor, input, { token }), {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    body = await response.text();
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    return { kind: "outage", status: null, fault: timedOut ? "no answer in time" : "no connection" };
  }
  const { status } = response;
  if (status >= 500) return { kind: "outage", status, fault: `status ${status}` };
  const type = response.headers.get("Content-Type") ?? "";
  if (descriptor.reply === "file" && status < 400 && !/json|html/.test(type)) {
    return { kind: "answer", status, result: undefined, leftOut: [] };
  }
  const reply = readReply(descriptor, status, parseJson(body));
  if (reply.kind === "answer") return { kind: "answer", status, result: reply.result, leftOut: reply.leftOut };
  if (reply.kind === "contract-mismatch") return { kind: "contract-mismatch", status, field: reply.field };
  return { kind: "refusal", status, aliases: reply.refusal.aliases };
}

/** Undefined where the text isn't JSON; no reply of the contract may be undefined. */
function parseJson(body: string): unknown {
  try {
    return body.trim() === "" ? {} : JSON.parse(body);
  } catch {
    return undefined;
  }
}
