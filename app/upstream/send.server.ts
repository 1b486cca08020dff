import type { Caller } from "../../contract/request";
import { REQUEST_TIMEOUT_MS } from "../../contract/values";
import { reportOutage } from "./outage.server";

/** A reply whose headers have come. */
export interface Reply {
  readonly response: Response;
  /** Lets the body take as long as it needs. Until then the time-out of the request holds for it too. */
  readonly liftTimeout: () => void;
}

/**
 * Sends a request to the upstream; no other file of the portal's server fetches. Any status below 500 is an answer (§7.2).
 * @param call the call's name in the log
 * @throws UpstreamOutage
 */
export async function send(call: string, request: Request, caller: Caller): Promise<Reply> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const ending = new AbortController();
  const end = () => ending.abort(timeout.reason);
  timeout.addEventListener("abort", end);
  const response = await fetch(request, { redirect: "error", signal: ending.signal }).catch((error: unknown) => {
    throw reportBrokenConnection(call, error, caller);
  });
  if (response.status >= 500) {
    await response.body?.cancel().catch(() => undefined);
    throw reportOutage(call, "status", caller, { status: response.status });
  }
  return { response, liftTimeout: () => timeout.removeEventListener("abort", end) };
}

/** Reports that a request wasn't answered, or that the body of its reply broke off. */
export function reportBrokenConnection(call: string, error: unknown, caller: Caller) {
  if (error instanceof Error && error.name === "TimeoutError") return reportOutage(call, "timeout", caller);
  return reportOutage(call, "network", caller, { code: findErrorCode(error) });
}

function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : findErrorCode(error.cause);
}
