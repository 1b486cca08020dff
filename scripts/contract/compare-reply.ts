import { z } from "zod";
import type { CallDescriptor } from "../../contract/call";
import { findResult, isRefusal } from "../../contract/reply";
import { collectLeftOut, describePlace, isRecord } from "../../contract/reply-fields";
import { type Comparison, compareValue, type Fate, type Finding } from "./compare-value";

/** A deviation of a reply, the same one of all its rows taken together. */
export interface Deviation {
  /** The place in the reply, with `*` for the number of a row. */
  readonly place: string;
  /** The type that came, never the value. */
  readonly came: string;
  readonly promised: string;
  readonly portal: string;
  readonly fate: Fate;
  /** How often it came, of how many times that it could have. */
  readonly count: number;
  readonly of: number;
}

/** How a success compares with the contract. */
export interface ReplyComparison {
  readonly deviations: readonly Deviation[];
  /** Fields that the portal doesn't use. */
  readonly unused: readonly string[];
  /** What the portal reads, for the input of later calls; undefined when it can't be read. */
  readonly result: unknown;
}

/** Compares the JSON of a success with the contract, every field at every depth. */
export function compareReply(descriptor: CallDescriptor & { reply: z.ZodTypeAny }, json: unknown): ReplyComparison {
  const found: Comparison = {
    findings: compareEnvelope(json),
    visits: new Map(),
    unused: new Set(),
    isPaged: "per_page" in readShape(descriptor.input),
  };
  const raw = readRaw(descriptor, json);
  compareValue(descriptor.reply, raw, [], found);
  const { result: parsed, leftOut } = collectLeftOut(() => descriptor.reply.safeParse(raw));
  noteMissed(found, parsed.error?.issues[0]?.path, leftOut);
  const deviations = group(found);
  return { deviations, unused: [...found.unused], result: parsed.data };
}

/** The result as it came, without its envelope. */
export function readRaw(descriptor: CallDescriptor, json: unknown): unknown {
  const { reply } = descriptor;
  return reply === "file" || isRefusal(200, json, descriptor) ? undefined : findResult(json, reply);
}

function readShape(input: z.ZodTypeAny): object {
  return input instanceof z.ZodObject ? input.shape : {};
}

function compareEnvelope(json: unknown): Finding[] {
  const note = (came: string, promised: string, portal: string): Finding => {
    return { place: "(envelope)", came, promised, portal, fate: "tolerated" };
  };
  if (!isRecord(json)) return [note("a result without an envelope", "success and result", "read as the result")];
  const findings: Finding[] = [];
  if (!("success" in json)) {
    const came = "isSuccess" in json ? "isSuccess" : "no success";
    findings.push(note(came, "success: true", came === "isSuccess" ? "read as success" : "the status is believed"));
  } else if (json.success !== true) {
    findings.push(note("success that isn't true", "success: true", "read as a success"));
  }
  if (!("result" in json)) {
    const name = "data" in json ? "data" : "fields without result";
    findings.push(note(name, "result", "read as the result"));
  }
  return findings;
}

/** What the readers say they left out is reported even if the walk didn't see why. */
function noteMissed({ findings }: Comparison, unreadable: (string | number)[] | undefined, leftOut: readonly string[]) {
  const known = new Set(findings.map(({ place }) => place));
  const note = (place: string, fate: Fate) => {
    const portal = fate === "unreadable" ? "can't be read" : "left out";
    findings.push({ place, came: "something unreadable", promised: "what the contract says", portal, fate });
  };
  if (unreadable && !findings.some(({ fate }) => fate === "unreadable")) note(describePlace(unreadable), "unreadable");
  for (const place of new Set(leftOut)) if (!known.has(place)) note(place, "tolerated");
}

function group({ findings, visits }: Comparison): Deviation[] {
  const groups = new Map<string, Deviation>();
  for (const finding of findings) {
    const key = JSON.stringify(Object.values(finding));
    const count = (groups.get(key)?.count ?? 0) + 1;
    groups.set(key, { ...finding, count, of: Math.max(count, visits.get(finding.place) ?? 1) });
  }
  return [...groups.values()];
}
