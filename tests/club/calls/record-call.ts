import { type Kysely, sql } from "kysely";
import type { Database } from "../../../club/platform/db/schema";
import type { CallDescriptor } from "../../../contract/call";
import { createRequest } from "../../../contract/request";
import { describeChanges, readRows, type TableRows } from "../../setup/changed-rows";
import { CLIENT_ID, CLIENT_SECRET } from "../../setup/club-call";
import { describeHead, isTextType } from "../../setup/response-outline";
import type { Sample } from "./sample";
import type { Scene } from "./scene";

/** What a call says of its caller besides the token. */
const CALLER = { address: "203.0.113.7", userAgent: "Firefox", requestId: "request-1" };

/** The contents have no rows of their own that change by calls. */
const EXCEPT = ["files"];

/** Makes calls one after the other, and tells of each what it answered and changed. */
export function openRecorder(scene: Scene) {
  const { club, people } = scene;
  let before: { rows: TableRows; at: string } | undefined;
  const read = async () => {
    const at = await readLastTransaction(club.db);
    if (before?.at === at) return before.rows;
    before = { rows: await readRows(club.db, EXCEPT), at };
    return before.rows;
  };
  return async (call: CallDescriptor, sample: Sample, authorization?: string): Promise<string> => {
    // No other call has used up the limits of this one.
    await club.db.deleteFrom("rate_limits").execute();
    const former = await read();
    const { by, input, files, idempotencyKey, rows } = sample;
    const upstream = { origin: "http://club.example", clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
    const caller = { ...CALLER, token: by && people[by].token };
    const request = createRequest(upstream, call, input, caller, { files, idempotencyKey, rows });
    if (authorization) request.headers.set("Authorization", authorization);
    const asked = `${by ?? "a guest"}: ${call.method} ${call.path} ${JSON.stringify(input)}`;
    const reply = await describeReply(await club.club.fetch(request));
    return [asked, ...reply, "", ...describeChanges(former, await read())].join("\n");
  };
}

/** Stays the same while nobody writes. */
async function readLastTransaction(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as at`.execute(db);
  return rows[0]?.at ?? "";
}

const JSON_TYPE = "application/json";
/** The body says both. */
const UNTOLD = /^(content-length: |content-type: application\/json)/;

/** Status, headers and body: JSON by lines, another text as it is, anything else by its size. */
async function describeReply(response: Response): Promise<string[]> {
  const body = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  const head = describeHead(response, { all: true }).filter((line) => !UNTOLD.test(line));
  const text = type.startsWith(JSON_TYPE) ? describeJson(JSON.parse(body.toString())) : body.toString();
  return [...head, isTextType(type) ? text : `${body.length} bytes`];
}

const LINE = 110;

/** As JSON, but what is short stands in one line. */
function describeJson(value: unknown, indent = ""): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= LINE) return line;
  const inner = `${indent}  `;
  const entries = Object.entries(value).map(([name, entry]) => {
    const label = Array.isArray(value) ? "" : `${name}: `;
    return `${inner}${label}${describeJson(entry, inner)}`;
  });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return [open, ...entries, `${indent}${close}`].join("\n");
}
