import { type CallDescriptor, type CallInput, type CallReply, pathParameters } from "../../contract/call";
import { type Refusal, readReply } from "../../contract/reply";

export const CLIENT_ID = "portal";
export const CLIENT_SECRET = "portal-demo";
const CLIENT_AUTHORIZATION = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString("base64")}`;

export interface CallOptions {
  token?: string | undefined;
  idempotencyKey?: string;
  /** The participant's network address, as the portal tells it. */
  address?: string;
  /** Files of a multipart call, by the names of their parts. */
  files?: Record<string, File>;
  /** Further headers; `authorization` replaces the client credential. */
  headers?: Record<string, string>;
}

export interface CallOutcome<D extends CallDescriptor> {
  status: number;
  /** The parsed result; undefined after a refusal and for a download. */
  result: CallReply<D> | undefined;
  refusal: Refusal | undefined;
  /** The body as it came: JSON or the downloaded file. */
  body: Buffer;
  headers: Headers;
}

/** A call that was refused although the test meant it to succeed. */
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
  const response = await fetch(createRequest(origin, descriptor, { ...(input as object) }, options));
  const body = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  if (descriptor.reply === "file" && status < 400) {
    return { status, headers, body, result: undefined, refusal: undefined };
  }
  const reply = readReply(descriptor, status, JSON.parse(body.toString("utf8")));
  if (reply.kind === "misfit") {
    throw new Error(`${descriptor.path} answered outside its contract at ${reply.field}: ${body.toString("utf8")}`);
  }
  return {
    status,
    headers,
    body,
    result: reply.kind === "answer" ? reply.result : undefined,
    refusal: reply.kind === "refusal" ? reply.refusal : undefined,
  };
}

function createRequest(
  origin: string,
  descriptor: CallDescriptor,
  values: Record<string, unknown>,
  options: CallOptions,
): Request {
  let path = descriptor.path;
  for (const name of pathParameters(path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(values[name])));
    delete values[name];
  }
  const url = new URL(`/api/${path}`, origin);
  const headers = new Headers({ authorization: CLIENT_AUTHORIZATION });
  if (options.token) headers.set("access-token", options.token);
  if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
  if (options.address) headers.set("x-forwarded-for", options.address);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const { method } = descriptor;
  if (method !== "POST") {
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    return new Request(url, { method, headers });
  }
  if (descriptor.files) {
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) if (value !== undefined) form.set(name, String(value));
    for (const [name, file] of Object.entries(options.files ?? {})) form.set(name, file);
    return new Request(url, { method, headers, body: form });
  }
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, body: JSON.stringify(values) });
}
