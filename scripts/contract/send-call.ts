import type { CallDescriptor } from "../../contract/call";
import { parseJson } from "../../contract/json";
import { isRefusal, readRefusal } from "../../contract/reply";
import { isRecord } from "../../contract/reply-fields";
import { createRequest, type Upstream } from "../../contract/request";
import { REQUEST_TIMEOUT_MS } from "../../contract/values";

/** Who sends a call, and with which key. */
export interface Sender {
  readonly upstream: Upstream;
  /** A guest has none. */
  readonly token?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** What came back, before it is compared with the contract. */
export type RawReply =
  | { kind: "json"; status: number; json: unknown }
  /** `oddities`: in which way the file isn't as promised. */
  | { kind: "file"; status: number; oddities: readonly FileOddity[] }
  | { kind: "refusal"; status: number; aliases: readonly string[] }
  /** 5xx, a redirect, something that is no JSON, a time-out (without status) or no connection (without status). */
  | { kind: "outage"; status: number | null; fault: string; isUnreachable: boolean };

/** Something about a file that the portal puts right. */
export interface FileOddity {
  readonly place: string;
  readonly came: string;
  readonly promised: string;
  readonly portal: string;
}

/** Makes one call as the portal makes it. Nothing is tried again. */
export async function sendCall(
  { upstream, token, idempotencyKey }: Sender,
  descriptor: CallDescriptor,
  input: Readonly<Record<string, unknown>>,
): Promise<RawReply> {
  let response: Response;
  let body: string;
  try {
    response = await fetch(createRequest(upstream, descriptor, input, { token }, { idempotencyKey }), {
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    body = await response.text();
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    const fault = timedOut ? `no answer within ${REQUEST_TIMEOUT_MS / 1000} s` : "no connection";
    return { kind: "outage", status: null, fault, isUnreachable: true };
  }
  const outage = (fault: string): RawReply => ({ kind: "outage", status, fault, isUnreachable: false });
  const { status } = response;
  if (status >= 500) return outage(`status ${status}`);
  if (status >= 300 && status < 400) return outage(`a redirect (${status}), which the portal doesn't follow`);
  const json = readJson(body);
  if (descriptor.reply === "file") {
    if (status >= 400 || isRefusal(status, json, descriptor)) return refusal(status, json);
    if (isEnvelope(json)) return outage("the JSON of a call in place of a file");
    const type = readType(response.headers);
    if (type === "text/html" && /^\s*</.test(body)) return outage("a page (HTML) in place of a file");
    return { kind: "file", status, oddities: findOddities(response.headers) };
  }
  if (status >= 400) return refusal(status, json);
  if (json === undefined) return outage("a reply that is no JSON");
  return isRefusal(status, json, descriptor) ? refusal(status, json) : { kind: "json", status, json };
}

/** An upstream may put a value where an alias should be: only codes are shown. */
function refusal(status: number, json: unknown): RawReply {
  const { aliases } = readRefusal(status, json);
  return { kind: "refusal", status, aliases: aliases.filter((name) => /^[a-z][\w.]{0,99}$/i.test(name)) };
}

/** Whether JSON is the reply of a call and not a file that happens to be JSON. */
function isEnvelope(json: unknown): boolean {
  return isRecord(json) && ["success", "isSuccess", "result", "data"].some((name) => name in json);
}

function readType(headers: Headers): string {
  return (headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Types that a careless upstream gives to a CSV. */
const UNRELIABLE_TYPES = ["", "application/json", "text/html", "text/plain"];

function findOddities(headers: Headers): FileOddity[] {
  const type = readType(headers);
  const disposition = headers.get("Content-Disposition") ?? "";
  const oddities: FileOddity[] = [];
  if (UNRELIABLE_TYPES.includes(type)) {
    const promised = "the type of the file, such as text/csv";
    oddities.push({ place: "Content-Type", came: type || "missing", promised, portal: "told by its first bytes" });
  }
  const note = (came: string, portal: string) =>
    oddities.push({ place: "Content-Disposition", came, promised: "attachment with a file name", portal });
  if (!/filename\*?\s*=/i.test(disposition)) note("no file name", "named export.csv, or by its type");
  else if (!/^\s*attachment/i.test(disposition)) note("not an attachment", "an attachment all the same");
  return oddities;
}

/** An empty body is an empty object; undefined where the text isn't JSON. */
function readJson(body: string): unknown {
  try {
    return body.trim() === "" ? {} : parseJson(body);
  } catch {
    return undefined;
  }
}
