import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { menu } from "../../contract/content";
import { RETRY_LATER_STATUSES, type Refusal, readReply } from "../../contract/reply";
import type { Caller, CallOptions, Upstream } from "../../contract/request";
import { alias } from "../../contract/values";
import { readConfiguration } from "../lib/configuration.server";
import type { UpstreamCall } from "../lib/load-context.server";
import { log } from "../lib/log.server";
import { ask } from "./ask.server";
import type { UpstreamCaller } from "./caller.server";
import { withDefaultMessage } from "./default-message.server";
import { reportOutage } from "./outage.server";
import { hasLeft } from "./send.server";

/** The result of a call, or the upstream's refusal, for the form or page to show. */
export type Answer<Result> = { ok: true; result: Result } | { ok: false; refusal: Refusal };

/** The upstream rejects the token: the session has ended (§4.1). */
export class SessionGone extends Error {
  override name = "SessionGone";
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
    const reply = await ask(readUpstream(), descriptor, input, caller, options);
    const read = readReply(descriptor, reply.status, reply.json);
    if (read.kind === "contract-mismatch") {
      throw reportOutage(descriptor.path, "contract-mismatch", caller, { field: read.field });
    }
    if (read.kind === "refusal") {
      return { ok: false, refusal: await checkRefusal(descriptor, read.refusal, reply.retryAfter, caller) };
    }
    if (read.leftOut.length > 0) warnOfLeftOut(descriptor, read.leftOut, caller);
    return { ok: true, result: read.result };
  });
}

/** Measures a call for its caller. */
export async function traced<R extends Answer<unknown>>(
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
    else if (hasLeft(error)) outcome = "visitor-left";
    throw error;
  } finally {
    const name = `${descriptor.method} ${descriptor.path}`;
    caller.recordCall?.({ name, ms: performance.now() - started, outcome });
  }
}

/**
 * Returns the refusal when it concerns the participant. A rejected token means that the session has ended; a rejected client
 * credential is an error of the portal's configuration and logs nobody out. @throws SessionGone, UpstreamOutage
 */
export async function checkRefusal(
  descriptor: CallDescriptor,
  refusal: Refusal,
  retryAfter: string | null,
  caller: UpstreamCaller,
): Promise<Refusal> {
  const rejected = await findRejected(descriptor, refusal, caller);
  if (rejected === "client") {
    throw reportOutage(descriptor.path, "client-refused", caller, { status: refusal.status });
  }
  if (rejected === "token") throw new SessionGone();
  return withDefaultMessage(refusal, retryAfter);
}

/**
 * Which credential a refusal rejects. A 401 may speak of either: where its aliases don't say which, a call without the token
 * tells. @throws UpstreamOutage when that call shows that the client credential is rejected, or isn't answered
 */
async function findRejected(
  descriptor: CallDescriptor,
  { status, aliases }: Refusal,
  caller: UpstreamCaller,
): Promise<"client" | "token" | null> {
  if (aliases.includes(alias.clientRefused)) return "client";
  if (status !== 401) return null;
  const namesToken = aliases.some((name) => /session|token/i.test(name));
  const namesClient = aliases.some((name) => /client/i.test(name));
  if (namesClient && !namesToken) return "client";
  const token = caller.token ? "token" : null;
  if (namesToken && !namesClient) return token;
  if (descriptor.path === menu.path && !caller.token) return "client";
  await requireClientCredential(caller);
  return token;
}

let checking: Promise<void> | undefined;

/** Makes sure that the upstream accepts the client credential. Calls that are refused together ask once. @throws UpstreamOutage */
function requireClientCredential({ token: _, ...client }: UpstreamCaller): Promise<void> {
  checking ??= checkClientCredential(client).finally(() => {
    checking = undefined;
  });
  return checking;
}

async function checkClientCredential(client: UpstreamCaller): Promise<void> {
  const answer = await call(menu, {}, client);
  if (!answer.ok && RETRY_LATER_STATUSES.includes(answer.refusal.status)) {
    throw reportOutage(menu.path, "status", client, { status: answer.refusal.status });
  }
}

/** Logs which rows and fields of a reply couldn't be read. */
function warnOfLeftOut({ path }: CallDescriptor, leftOut: readonly string[], { requestId }: Caller): void {
  const places = [...new Set(leftOut)];
  log().warn({ call: path, places, count: leftOut.length, requestId }, "parts of a reply were left out");
}

/** The upstream of this portal. */
export function readUpstream(): Upstream {
  const { upstreamUrl, upstreamClientId, upstreamClientSecret } = readConfiguration();
  if (!upstreamUrl) throw new Error("UPSTREAM_URL is needed where no club is embedded");
  return { origin: upstreamUrl, clientId: upstreamClientId, clientSecret: upstreamClientSecret };
}
