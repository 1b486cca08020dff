import { type CallDescriptor, pathParameters } from "../../contract/call";
import { readReply } from "../../contract/reply";
import { REQUEST_TIMEOUT_MS } from "../../contract/values";

/** The upstream under check, and who asks it. */
export interface Upstream {
  /** Origin, without `/api`. */
  readonly url: string;
  /** The portal's credential, `id:secret`. */
  readonly client: string;
  readonly token?: string | undefined;
}

/** What came of a call. Nothing but the names of fields and aliases is told of an answer that isn't read. */
export type Outcome =
  | { kind: "answer"; status: number; result: unknown }
  | { kind: "refusal"; status: number; aliases: readonly string[] }
  /** It doesn't fit the contract, at this field. */
  | { kind: "misfit"; status: number; field: string }
  /** 5xx, time-out or no connection. */
  | { kind: "outage"; status: number | null; fault: string };

/** Makes one call and reads the reply as the portal reads it. */
export async function sendCall(
  upstream: Upstream,
  descriptor: CallDescriptor,
  input: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  let response: Response;
  let body: string;
  try {
    response = await fetch(writeRequest(upstream, descriptor, input));
    body = await response.text();
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    return { kind: "outage", status: null, fault: timedOut ? "no answer in time" : "no connection" };
  }
  const { status } = response;
  if (status >= 500) return { kind: "outage", status, fault: `status ${status}` };
  const type = response.headers.get("Content-Type") ?? "";
  if (descriptor.reply === "file" && status < 400 && !/json|html/.test(type)) {
    return { kind: "answer", status, result: undefined };
  }
  const reply = readReply(descriptor, status, parseJson(body));
  if (reply.kind === "answer") return { kind: "answer", status, result: reply.result };
  if (reply.kind === "misfit") return { kind: "misfit", status, field: reply.field };
  return { kind: "refusal", status, aliases: reply.refusal.aliases };
}

function writeRequest(
  { url: origin, client, token }: Upstream,
  descriptor: CallDescriptor,
  input: Readonly<Record<string, unknown>>,
): Request {
  const rest = new Map(Object.entries(input));
  let path = descriptor.path;
  for (const name of pathParameters(path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest.get(name))));
    rest.delete(name);
  }
  const headers = new Headers({
    Authorization: `Basic ${Buffer.from(client).toString("base64")}`,
    Accept: "application/json, text/csv;q=0.9, */*;q=0.5",
    ...(token && { "Access-Token": token }),
  });
  const url = new URL(`${origin.replace(/\/$/, "")}/api/${path}`);
  const init = { method: descriptor.method, headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) };
  if (descriptor.method !== "POST") {
    for (const [name, value] of rest) url.searchParams.set(name, String(value));
    return new Request(url, init);
  }
  headers.set("Content-Type", "application/json");
  return new Request(url, { ...init, body: JSON.stringify(Object.fromEntries(rest)) });
}

/** Undefined for what is no JSON: no reply of the contract fits that. */
function parseJson(body: string): unknown {
  try {
    return body.trim() === "" ? {} : JSON.parse(body);
  } catch {
    return undefined;
  }
}
