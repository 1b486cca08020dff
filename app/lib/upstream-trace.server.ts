/** One finished call to the upstream: its name in the contract, never its values. */
export interface UpstreamCall {
  name: string;
  ms: number;
  outcome: "answer" | "refusal" | "session-gone" | "outage";
}

interface Trace {
  requests: Map<string, UpstreamCall[]>;
  onCall: ((call: UpstreamCall) => void) | undefined;
}

// The server and the portal are two bundles in one process: what they share hangs on a registered symbol.
const KEY = Symbol.for("loyalty-club.upstream-trace");

function trace(): Trace {
  const holder = globalThis as { [KEY]?: Trace };
  holder[KEY] ??= { requests: new Map(), onCall: undefined };
  return holder[KEY];
}

/** Called by the upstream client after each call, so that the access log and the metrics can show it. */
export function noteUpstreamCall(requestId: string | undefined, call: UpstreamCall): void {
  const { requests, onCall } = trace();
  onCall?.(call);
  if (requestId !== undefined) requests.get(requestId)?.push(call);
}

/** Begins to collect the calls of one request; the server takes them with `endTrace` when the answer is out. */
export function beginTrace(requestId: string): void {
  trace().requests.set(requestId, []);
}

/** The calls made for a request, which is then forgotten. */
export function endTrace(requestId: string): UpstreamCall[] {
  const calls = trace().requests.get(requestId) ?? [];
  trace().requests.delete(requestId);
  return calls;
}

/** Hears every call to the upstream, whichever request it serves. */
export function observeUpstreamCalls(onCall: (call: UpstreamCall) => void): void {
  trace().onCall = onCall;
}
