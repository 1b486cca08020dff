import { redirectDocument } from "@remix-run/node";
import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { type Refusal, readRefusal, readReply } from "../../contract/reply";
import { type Caller, type CallOptions, createHeaders, createRequest, type Upstream } from "../../contract/request";
import { alias, REQUEST_TIMEOUT_MS } from "../../contract/values";
import { readConfiguration } from "../lib/configuration.server";
import type { UpstreamCall } from "../lib/load-context.server";
import { log } from "../lib/log.server";
import { withDefaultMessage } from "./default-message.server";

/** On whose behalf a call is made, and who hears how it ended. */
export interface UpstreamCaller extends Caller {
  readonly recordCall?: ((call: UpstreamCall) => void) | undefined;
}

/** The result of a call, or the upstream's refusal, for the form or page to show. */
export type Answer<Result> = { ok: true; result: Result } | { ok: false; refusal: Refusal };

/** The upstream rejects the token: the session has ended (§4.1). */
export class SessionGone extends Error {
  override name = "SessionGone";
}

/** The upstream can't be reached, timed out, failed (5xx) or sent a reply that doesn't match the contract (§8.9). */
export class UpstreamOutage extends Error {
  override name = "UpstreamOutage";
  constructor(
    readonly call: string,
    readonly fault: "status" | "timeout" | "network" | "contract-mismatch",
  ) {
    super(`${call}: ${fault}`);
  }
}

/**
 * Makes a call of the contract and returns its result or refusal. A lost session and an outage are thrown, because all
 * pages handle them in the same way: see `toErrorResponse`. No call is retried automatically.
 *
 * @throws SessionGone, UpstreamOutage
 */
export async function call<D extends CallDescriptor>(
  descriptor: D,
  input: CallInput<D>,
  caller: UpstreamCaller,
  options: CallOptions = {},
): Promise<Answer<CallReply<D>>> {
  return traced(descriptor, caller, async () => {
    const response = await send(descriptor, input, caller, options);
    const read = readReply(descriptor, response.status, await readJson(descriptor, response));
    if (read.kind === "contract-mismatch") throw await contractMismatch(descriptor, response, read.field, caller);
    if (read.kind === "answer") return { ok: true, result: read.result };
    return { ok: false, refusal: checkRefusal(descriptor, read.refusal, response, caller) };
  });
}

/** Streams a file from the upstream without holding it in memory. @throws SessionGone, UpstreamOutage */
export async function download<D extends CallDescriptor>(
  descriptor: D,
  input: CallInput<D>,
  caller: UpstreamCaller,
): Promise<Answer<Response>> {
  return traced(descriptor, caller, async () => {
    const response = await send(descriptor, input, caller);
    const type = response.headers.get("content-type") ?? "";
    // No export is HTML: this is an error page of a proxy in front of the upstream.
    if (response.ok && type.includes("html")) throw await contractMismatch(descriptor, response, "(file)", caller);
    if (response.ok && !type.includes("json")) return { ok: true, result: passThrough(response) };
    const json = await readJson(descriptor, response);
    const errors = typeof json === "object" && json !== null && "errors" in json ? json.errors : undefined;
    const refusal = readRefusal(response.status, errors);
    return { ok: false, refusal: checkRefusal(descriptor, refusal, response, caller) };
  });
}

/**
 * Returns the refusal when it concerns the participant. A rejected token means that the session has ended; a rejected client
 * credential is an error of the portal's configuration and logs nobody out. @throws SessionGone, UpstreamOutage
 */
function checkRefusal(
  descriptor: CallDescriptor,
  refusal: Refusal,
  response: Response,
  caller: UpstreamCaller,
): Refusal {
  if (refusal.aliases.includes(alias.clientRefused)) {
    log().error({ call: descriptor.path }, "the upstream refuses UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET");
    throw new UpstreamOutage(descriptor.path, "status");
  }
  if (response.status === 401 && caller.token) throw new SessionGone();
  return withDefaultMessage(refusal, response.headers.get("Retry-After"));
}

async function contractMismatch(descriptor: CallDescriptor, response: Response, field: string, caller: UpstreamCaller) {
  await response.body?.cancel().catch(() => undefined);
  log().error({ call: descriptor.path, field, requestId: caller.requestId }, "a reply doesn't fit the contract");
  return new UpstreamOutage(descriptor.path, "contract-mismatch");
}

/** A public file outside `/api`, such as a picture or a rules document; null when it doesn't exist. @throws UpstreamOutage */
export async function fetchMedia(name: string, caller: UpstreamCaller): Promise<Response | null> {
  const source = upstream();
  const url = `${source.origin}/media/${encodeURIComponent(name)}`;
  const response = await reach("media", new Request(url, { headers: createHeaders(source, caller) }));
  if (response.status === 404) return null;
  if (!response.ok) throw new UpstreamOutage("media", "status");
  return passThrough(response);
}

/**
 * The response to an error of a call: a lost session is redirected to `/` and its cookie deleted, an outage to the static
 * error page (§2.5.3), both as full page loads. Any other error is returned unchanged, to be thrown again.
 * @param clearSession the `Set-Cookie` value that deletes the session cookie
 */
export function toErrorResponse(error: unknown, clearSession: string): unknown {
  if (error instanceof SessionGone) return redirectDocument("/", { headers: { "Set-Cookie": clearSession } });
  if (error instanceof UpstreamOutage) return redirectDocument("/500.html", 303);
  return error;
}

async function traced<R extends Answer<unknown>>(
  descriptor: CallDescriptor,
  caller: UpstreamCaller,
  work: () => Promise<R>,
): Promise<R> {
  const started = performance.now();
  let outcome: UpstreamCall["outcome"] = "outage";
  try {
    const answer = await work();
    outcome = answer.ok ? "answer" : "refusal";
    return answer;
  } catch (error) {
    if (error instanceof SessionGone) outcome = "session-gone";
    throw error;
  } finally {
    const name = `${descriptor.method} ${descriptor.path}`;
    caller.recordCall?.({ name, ms: performance.now() - started, outcome });
  }
}

async function send<D extends CallDescriptor>(
  descriptor: D,
  input: CallInput<D>,
  caller: UpstreamCaller,
  options: CallOptions = {},
): Promise<Response> {
  const response = await reach(descriptor.path, createRequest(upstream(), descriptor, input, caller, options));
  if (response.status >= 500) throw new UpstreamOutage(descriptor.path, "status");
  return response;
}

/** @param name the call's name in logs and in the error */
async function reach(name: string, request: Request): Promise<Response> {
  try {
    return await fetch(request, { redirect: "error", signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    log().warn({ call: name, cause: timedOut ? "timeout" : "network" }, "the upstream didn't answer");
    throw new UpstreamOutage(name, timedOut ? "timeout" : "network");
  }
}

async function readJson(descriptor: CallDescriptor, response: Response): Promise<unknown> {
  try {
    const text = await readText(response);
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch (error) {
    if (response.status >= 400) return {};
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    throw new UpstreamOutage(descriptor.path, timedOut ? "timeout" : "contract-mismatch");
  }
}

/** Bytes of the largest reply that is read. The details of a report with 20 000 rows take about 8 MB. */
const REPLY_LIMIT = 64 * 1024 * 1024;

async function readText(response: Response): Promise<string> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength;
    if (size > REPLY_LIMIT) {
      await reader.cancel().catch(() => undefined);
      throw new Error("The reply is too long");
    }
    chunks.push(read.value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

const PASSED_HEADERS = [
  "content-type",
  "content-disposition",
  "content-length",
  "cache-control",
  "etag",
  "last-modified",
];

function passThrough(response: Response): Response {
  const headers = new Headers({ "X-Content-Type-Options": "nosniff" });
  const encoded = response.headers.has("content-encoding");
  for (const name of PASSED_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null && !(encoded && name === "content-length")) headers.set(name, value);
  }
  return new Response(response.body, { headers });
}

function upstream(): Upstream {
  const { upstreamUrl, upstreamClientId, upstreamClientSecret } = readConfiguration();
  if (!upstreamUrl) throw new Error("UPSTREAM_URL is needed where no club is embedded");
  return { origin: upstreamUrl, clientId: upstreamClientId, clientSecret: upstreamClientSecret };
}
