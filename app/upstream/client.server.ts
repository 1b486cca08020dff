import { redirectDocument } from "@remix-run/node";
import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { type Refusal, readRefusal, readReply } from "../../contract/reply";
import { type Caller, type CallOptions, createHeaders, createRequest, type Upstream } from "../../contract/request";
import { alias, REQUEST_TIMEOUT_MS } from "../../contract/values";
import { readConfiguration } from "../lib/configuration.server";
import { log } from "../lib/log.server";
import { noteUpstreamCall, type UpstreamCall } from "../lib/upstream-trace.server";
import { putIntoWords } from "./default-message.server";

/** The two fates that a form or page deals with itself. */
export type Answer<Result> = { ok: true; result: Result } | { ok: false; refusal: Refusal };

/** The upstream no longer knows the token: the session is over (§4.1). */
export class SessionGone extends Error {
  override name = "SessionGone";
}

/** The upstream is out of reach, took too long, failed (5xx) or answered what nobody can read (§8.9). */
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
 * Makes a call of the contract. Answers and refusals come back; a session that is gone and an outage are thrown, as the
 * pages do the same about them everywhere: see `settleFate`. Nothing is tried again by itself.
 *
 * @throws SessionGone, UpstreamOutage
 */
export async function call<D extends CallDescriptor>(
  descriptor: D,
  input: CallInput<D>,
  caller: Caller,
  options: CallOptions = {},
): Promise<Answer<CallReply<D>>> {
  return traced(descriptor, caller, async () => {
    const response = await send(descriptor, input, caller, options);
    const read = readReply(descriptor, response.status, await readJson(descriptor, response));
    if (read.kind === "contract-mismatch") throw await contractMismatch(descriptor, response, read.field, caller);
    if (read.kind === "answer") return { ok: true, result: read.result };
    return { ok: false, refusal: admitRefusal(descriptor, read.refusal, response, caller) };
  });
}

/** Passes a download of the upstream through, without holding it in memory. @throws SessionGone, UpstreamOutage */
export async function download<D extends CallDescriptor>(
  descriptor: D,
  input: CallInput<D>,
  caller: Caller,
): Promise<Answer<Response>> {
  return traced(descriptor, caller, async () => {
    const response = await send(descriptor, input, caller);
    const type = response.headers.get("content-type") ?? "";
    // No export is a page: this is what a proxy in front of the upstream shows people.
    if (response.ok && type.includes("html")) throw await contractMismatch(descriptor, response, "(file)", caller);
    if (response.ok && !type.includes("json")) return { ok: true, result: passThrough(response) };
    const json = await readJson(descriptor, response);
    const errors = typeof json === "object" && json !== null && "errors" in json ? json.errors : undefined;
    const refusal = readRefusal(response.status, errors);
    return { ok: false, refusal: admitRefusal(descriptor, refusal, response, caller) };
  });
}

/**
 * A refusal that concerns the caller. A lost session is none, and neither is a refused client credential: that is the
 * portal's own configuration, and no reason to log anybody out.
 */
function admitRefusal(descriptor: CallDescriptor, refusal: Refusal, response: Response, caller: Caller): Refusal {
  if (refusal.aliases.includes(alias.clientRefused)) {
    log().error({ call: descriptor.path }, "the upstream refuses UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET");
    throw new UpstreamOutage(descriptor.path, "status");
  }
  if (response.status === 401 && caller.token) throw new SessionGone();
  return putIntoWords(refusal, response.headers.get("Retry-After"));
}

async function contractMismatch(descriptor: CallDescriptor, response: Response, field: string, caller: Caller) {
  await response.body?.cancel().catch(() => undefined);
  log().error({ call: descriptor.path, field, requestId: caller.requestId }, "a reply doesn't fit the contract");
  return new UpstreamOutage(descriptor.path, "contract-mismatch");
}

/** A public file of the upstream outside `/api` (pictures, rules documents); null when there is none. @throws UpstreamOutage */
export async function fetchMedia(name: string, caller: Caller): Promise<Response | null> {
  const source = upstream();
  const url = `${source.origin}/media/${encodeURIComponent(name)}`;
  const response = await reach("media", new Request(url, { headers: createHeaders(source, caller) }));
  if (response.status === 404) return null;
  if (!response.ok) throw new UpstreamOutage("media", "status");
  return passThrough(response);
}

/**
 * What a page does about a thrown fate: a lost session goes to `/` without its cookie, an outage to the static page
 * (§2.5.3), as a whole document. Anything else stays what it was.
 */
export function settleFate(error: unknown, forgetSession: string): unknown {
  if (error instanceof SessionGone) return redirectDocument("/", { headers: { "Set-Cookie": forgetSession } });
  if (error instanceof UpstreamOutage) return redirectDocument("/500.html", 303);
  return error;
}

async function traced<R extends Answer<unknown>>(
  descriptor: CallDescriptor,
  caller: Caller,
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
    noteUpstreamCall(caller.requestId, { name, ms: performance.now() - started, outcome });
  }
}

async function send<D extends CallDescriptor>(
  descriptor: D,
  input: CallInput<D>,
  caller: Caller,
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

/** The largest reply that is read: a report's details of 20 000 rows are about 8 MB. */
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
