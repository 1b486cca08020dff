import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { type Refusal, readReply } from "../../contract/reply";
import { type Caller, createRequest, type CallOptions as RequestOptions } from "../../contract/request";

export const CLIENT_ID = "portal";
export const CLIENT_SECRET = "portal-demo";

export interface CallOptions extends Caller, RequestOptions {
  /** Further headers; `Authorization` replaces the client credential. */
  headers?: Record<string, string>;
}

export interface CallOutcome<D extends CallDescriptor> {
  status: number;
  /** The parsed result; undefined after a refusal and for a download. */
  result: CallReply<D> | undefined;
  refusal: Refusal | undefined;
  /** The whole body: JSON or the downloaded file. */
  body: Buffer;
  headers: Headers;
}

/** Thrown when the upstream refuses a call that a test expects to succeed. */
export class CallRefused extends Error {
  constructor(
    path: string,
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(`${path} was refused with ${status} (${refusal.aliases.join(", ")}): ${refusal.message}`);
  }
}

/** Makes one call of the contract as the portal would make it, and reads the reply as the portal would read it. */
export async function makeCall<D extends CallDescriptor>(
  fetch: (request: Request) => Promise<Response>,
  origin: string,
  descriptor: D,
  input: CallInput<D>,
  options: CallOptions = {},
): Promise<CallOutcome<D>> {
  const upstream = { origin, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  const request = createRequest(upstream, descriptor, input, options, options);
  for (const [name, value] of Object.entries(options.headers ?? {})) request.headers.set(name, value);
  const response = await fetch(request);
  const body = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  if (descriptor.reply === "file" && status < 400) {
    return { status, headers, body, result: undefined, refusal: undefined };
  }
  const reply = readReply(descriptor, status, JSON.parse(body.toString("utf8")));
  if (reply.kind === "contract-mismatch") {
    throw new Error(`${descriptor.path} doesn't match the contract at ${reply.field}: ${body.toString("utf8")}`);
  }
  return {
    status,
    headers,
    body,
    result: reply.kind === "answer" ? reply.result : undefined,
    refusal: reply.kind === "refusal" ? reply.refusal : undefined,
  };
}
