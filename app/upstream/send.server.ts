import { findTracing, inSpan } from "../../contract/tracing";
import { REQUEST_TIMEOUT_MS } from "../../contract/values";
import type { FetchUpstream } from "../lib/load-context.server";
import type { UpstreamCaller } from "./caller.server";
import { reportOutage } from "./outage.server";

/** A reply whose headers have come. */
export interface Reply {
  readonly response: Response;
  /**
   * Ends the time-out, which holds for the body too: once the body has been read, or to let it take as long as it needs. A
   * time-out that isn't ended keeps everything of its call in memory until it is over.
   */
  readonly liftTimeout: () => void;
}

/**
 * Sends a request to the upstream; no other file of the portal's server fetches. Any status below 500 is an answer (§7.2). A
 * GET is given up when the visitor leaves; what may change something goes on.
 * @param call the call's name in the log
 * @throws UpstreamOutage, or the reason of the abort when the visitor has left
 */
export async function send(call: string, request: Request, caller: UpstreamCaller): Promise<Reply> {
  const ending = new AbortController();
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const expire = () => ending.abort(timeout.reason);
  timeout.addEventListener("abort", expire);
  const liftTimeout = () => timeout.removeEventListener("abort", expire);
  if (request.method === "GET") whenAborted(caller.signal, () => ending.abort());
  const { fetchUpstream = fetchOverNetwork } = caller;
  const { method } = request;
  const start = { name: `${method} ${call}`, kind: "client", facts: { "http.request.method": method } } as const;
  return inSpan(start, async (note) => {
    continueTrace(request.headers);
    const response = await fetchUpstream(request, { signal: ending.signal }).catch((error: unknown) => {
      liftTimeout();
      throw explainBrokenConnection(call, error, caller);
    });
    note({ "http.response.status_code": response.status });
    if (response.status >= 500) {
      liftTimeout();
      await response.body?.cancel().catch(() => undefined);
      throw reportOutage(call, "status", caller, { status: response.status });
    }
    return { response, liftTimeout };
  });
}

/** Lets the upstream go on with the trace, where there is one. */
function continueTrace(headers: Headers): void {
  for (const [name, value] of Object.entries(findTracing()?.headers() ?? {})) headers.set(name, value);
}

const fetchOverNetwork: FetchUpstream = (request, { signal }) => fetch(request, { redirect: "error", signal });

/** Calls back once the visitor has left, which may be now. */
export function whenAborted(signal: AbortSignal | undefined, callback: () => void): void {
  if (signal?.aborted) callback();
  else signal?.addEventListener("abort", callback, { once: true });
}

/**
 * The error to throw when a request isn't answered, or the body of its reply breaks off: an outage, which is reported, unless
 * the visitor has left.
 */
export function explainBrokenConnection(call: string, error: unknown, caller: UpstreamCaller): unknown {
  if (hasLeft(error)) return error;
  if (error instanceof Error && error.name === "TimeoutError") return reportOutage(call, "timeout", caller);
  return reportOutage(call, "network", caller, { code: findErrorCode(error) });
}

/** Whether a call was given up because the visitor has left. */
export function hasLeft(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : findErrorCode(error.cause);
}
