import type { CallDescriptor, CallInput } from "../../contract/call";
import { type AnswerRead, describeRead, type Read } from "../../contract/read";
import { type CallOptions, createRequest, type Upstream } from "../../contract/request";
import { inSpan } from "../../contract/tracing";
import { REQUEST_TIMEOUT_MS } from "../../contract/values";
import { withinTime } from "../lib/within-time.server";
import type { UpstreamCaller } from "./caller.server";
import { reportOutage } from "./outage.server";
import { readJson } from "./read-json.server";
import { send } from "./send.server";

/** A reply before it is checked against the contract. */
export interface RawReply {
  /** Below 500. */
  readonly status: number;
  readonly json: unknown;
  /** The header `Retry-After`. */
  readonly retryAfter: string | null;
}

/** Makes a call: within the process when it is a read and the upstream is there, else as a request. @throws UpstreamOutage */
export async function ask<D extends CallDescriptor>(
  upstream: Upstream,
  descriptor: D,
  input: CallInput<D>,
  caller: UpstreamCaller,
  options: CallOptions,
): Promise<RawReply> {
  const { path } = descriptor;
  const read = caller.answerRead ? describeRead(upstream, descriptor, input, caller, options) : null;
  if (read && caller.answerRead) return askWithin(caller.answerRead, read, caller);
  const { response, liftTimeout } = await send(
    path,
    createRequest(upstream, descriptor, input, caller, options),
    caller,
  );
  const json = await readJson(path, response, caller).finally(liftTimeout);
  return { status: response.status, json, retryAfter: response.headers.get("Retry-After") };
}

async function askWithin(answerRead: AnswerRead, read: Read, caller: UpstreamCaller): Promise<RawReply> {
  return inSpan({ name: `GET ${read.path}`, kind: "internal" }, async () => {
    const reply = await withinTime(answerRead(read), REQUEST_TIMEOUT_MS);
    if (!reply) throw reportOutage(read.path, "timeout", caller);
    const { status, body, retryAfter = null } = reply;
    if (status >= 500) throw reportOutage(read.path, "status", caller, { status });
    return { status, json: JSON.parse(body), retryAfter };
  });
}
