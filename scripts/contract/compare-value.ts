import { z } from "zod";
import { describePlace, isExtensionField, isRecord } from "../../contract/reply-fields";
import { describePromise, describeReading, findOddity, isId, kindOf } from "./value-kinds";

type Path = readonly (string | number)[];

/** What follows from a deviation within a reply: nobody can read the reply, its row is left out, or it is read all the same. */
export type Fate = "unreadable" | "row" | "tolerated" | "fine";

/** One place of a reply that isn't as the contract promises. It holds types and names of fields, never a value. */
export interface Finding {
  readonly place: string;
  readonly came: string;
  readonly promised: string;
  /** What the portal makes of it. */
  readonly portal: string;
  fate: Fate;
}

/** What was found in one reply. */
export interface Comparison {
  readonly findings: Finding[];
  /** How often each place was looked at: once a row. */
  readonly visits: Map<string, number>;
  /** Fields that the contract doesn't name. */
  readonly unused: Set<string>;
  /** Whether the portal pages the list, so that a missing total matters. */
  readonly isPaged: boolean;
}

/**
 * Walks a value beside the schema of a reply and notes every deviation at every depth. The schema's own readers decide what
 * the portal makes of it, so that this report can't differ from what the portal does.
 * @returns whether the value can't be read
 */
export function compareValue(schema: z.ZodTypeAny, value: unknown, path: Path, found: Comparison): boolean {
  const place = describePlace(path);
  found.visits.set(place, (found.visits.get(place) ?? 0) + 1);
  const { core, read } = peel(schema, value, path);
  if (core instanceof z.ZodObject) {
    return "items" in core.shape && "total" in core.shape
      ? comparePage({ schema, core, value, read, path }, found)
      : compareObject({ schema, core, value, read, path }, found);
  }
  if (core instanceof z.ZodArray) return compareList({ schema, core, value, read, path }, found);
  return core instanceof z.ZodUnknown ? false : compareLeaf({ schema, core, value, read, path }, found);
}

interface Node<Core extends z.ZodTypeAny> {
  readonly schema: z.ZodTypeAny;
  /** The schema without its readers. */
  readonly core: Core;
  readonly value: unknown;
  /** The value as the readers hand it to `core`. */
  readonly read: unknown;
  readonly path: Path;
}

function peel(schema: z.ZodTypeAny, value: unknown, path: Path): { core: z.ZodTypeAny; read: unknown } {
  if (schema instanceof z.ZodEffects) {
    const { effect } = schema._def;
    const context = { path: [...path], addIssue: () => undefined };
    const read = effect.type === "preprocess" ? effect.transform(value, context) : value;
    return peel(schema.innerType(), read, path);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return peel(schema._def.innerType, value, path);
  }
  return schema instanceof z.ZodPipeline ? peel(schema._def.in, value, path) : { core: schema, read: value };
}

/** The schema of a reply without its readers. */
export function coreOf(schema: z.ZodTypeAny): z.ZodTypeAny {
  return peel(schema, undefined, []).core;
}

/** Notes a value that isn't of the promised type. @returns whether it can't be read */
function noteValue(
  { schema, core, value, path }: Node<z.ZodTypeAny>,
  found: Comparison,
  came = kindOf(value),
): boolean {
  const parsed = schema.safeParse(value);
  found.findings.push({
    place: describePlace(path),
    came,
    promised: describePromise(core, String(path.at(-1))),
    portal: parsed.success ? describeReading(value, parsed.data) : "can't be read",
    fate: parsed.success ? (isAllowedAbsence(schema, value) ? "fine" : "tolerated") : "unreadable",
  });
  return !parsed.success;
}

/** Whether a value is null, or is missing where the specification doesn't name the field. */
function isAllowedAbsence(schema: z.ZodTypeAny, value: unknown): boolean {
  return value === null || (value === undefined && isExtensionField(schema._def));
}

function compareLeaf(node: Node<z.ZodTypeAny>, found: Comparison): boolean {
  const { schema, core, value, read, path } = node;
  const name = String(path.at(-1));
  const isPromised = core.safeParse(value).success || isId(name, value);
  if (!isPromised || !schema.safeParse(value).success) {
    const isWordOfNone = core instanceof z.ZodEnum && typeof value === "string";
    return noteValue(node, found, isWordOfNone ? "unknown word" : kindOf(value));
  }
  const oddity = findOddity(core, name, value);
  if (oddity) {
    found.findings.push({
      place: describePlace(path),
      came: oddity,
      promised: describePromise(core, name),
      portal: read === value ? "used as it comes" : describeReading(value, read),
      fate: "tolerated",
    });
  }
  return false;
}

function compareObject(node: Node<z.AnyZodObject>, found: Comparison): boolean {
  const { core, value, read, path } = node;
  // A list in place of the object may hold what the object would: the prizes without the certificates.
  const isRead = isRecord(value) || (Array.isArray(value) && value.length > 0);
  const isUnreadable = !isRead || !isRecord(read) ? noteObject(node, found) : false;
  if (!isRead || !isRecord(read)) return isUnreadable;
  if (!isRecord(value)) noteValue(node, found);
  if (read === value) noteUnused(Object.keys(value as object), Object.keys(core.shape), path, found);
  return compareFields(core.shape, read, path, found);
}

/** Notes what came in place of an object. A single value may stand for one of its fields. */
function noteObject(node: Node<z.AnyZodObject>, found: Comparison): boolean {
  const { value, read } = node;
  const isUnreadable = noteValue(node, found);
  const last = found.findings.at(-1);
  if (!last || isUnreadable || value === undefined || value === null || !isRecord(read)) return isUnreadable;
  const field = Object.keys(read).find((name) => read[name] === value);
  if (field) found.findings.splice(-1, 1, { ...last, portal: `read as its field ${field}` });
  return false;
}

function compareFields(shape: z.ZodRawShape, fields: Readonly<Record<string, unknown>>, path: Path, found: Comparison) {
  const unreadable = Object.entries(shape).map(([name, field]) =>
    compareValue(field, fields[name], [...path, name], found),
  );
  return unreadable.includes(true);
}

/** Other names that a list has for its paging figures. */
const PAGING_NAMES = ["meta", "pagination", "total_count", "count", "current_page"];

/** A page of a list. Rows may come without the object around them, or under another name. */
function comparePage(node: Node<z.AnyZodObject>, found: Comparison): boolean {
  const { core, value, read, path } = node;
  if (!isRecord(read)) return noteValue(node, found);
  const { items, total, ...paging }: z.ZodRawShape = core.shape;
  if (!items || !total) return true;
  const wrapper = isRecord(value) ? value : {};
  if (!Array.isArray(wrapper.items)) {
    const isBare = Array.isArray(value);
    const hasRows = isBare || isRecord(value);
    found.findings.push({
      place: describePlace(path),
      came: isBare ? "list without an object around it" : isRecord(value) ? "object without items" : kindOf(value),
      promised: "object with items and total",
      portal: hasRows ? "its rows are read" : "read as an empty list",
      fate: value === null ? "fine" : "tolerated",
    });
  } else {
    noteUnused(Object.keys(wrapper), [...Object.keys(core.shape), ...PAGING_NAMES], path, found);
  }
  const isTotalMissing = read.total === undefined || read.total === null;
  if (found.isPaged && (!isTotalMissing || isRecord(value))) compareTotal(total, read.total, path, found);
  compareFields(Object.fromEntries(Object.entries(paging).filter(([name]) => name in wrapper)), wrapper, path, found);
  const rows = peel(items, read.items, path);
  return compareRows(rows.core, rows.read, [...path, "items"], found);
}

function compareTotal(schema: z.ZodTypeAny, total: unknown, path: Path, found: Comparison): void {
  if (!compareValue(schema, total, [...path, "total"], found) && total !== undefined && total !== null) return;
  const last = found.findings.at(-1);
  if (last) found.findings.splice(-1, 1, { ...last, portal: "the list is paged without a total" });
}

function compareList(node: Node<z.ZodArray<z.ZodTypeAny>>, found: Comparison): boolean {
  const { value, read, path } = node;
  const isUnreadable = Array.isArray(value) ? false : noteValue(node, found);
  return isUnreadable || !Array.isArray(read) ? isUnreadable : compareRows(node.core, read, path, found);
}

function compareRows(core: z.ZodTypeAny, rows: unknown, path: Path, found: Comparison): boolean {
  if (!(core instanceof z.ZodArray) || !Array.isArray(rows)) return true;
  const { element } = core;
  const isLeftOut = element instanceof z.ZodCatch;
  const row: z.ZodTypeAny = isLeftOut ? element.removeCatch() : element;
  let isUnreadable = false;
  for (const [index, one] of rows.entries()) {
    const start = found.findings.length;
    if (!compareValue(row, one, [...path, index], found)) continue;
    if (!isLeftOut) isUnreadable = true;
    else for (const finding of found.findings.slice(start)) if (finding.fate === "unreadable") finding.fate = "row";
  }
  return isUnreadable;
}

/** A key may be a value, such as a phone; only what looks like the name of a field is shown. */
function noteUnused(names: readonly string[], known: readonly string[], path: Path, found: Comparison): void {
  for (const name of names.filter((one) => !known.includes(one))) {
    const shown = /^[a-z_]\w{0,59}$/i.test(name) ? name : "(no name of a field)";
    found.unused.add(describePlace([...path, shown]));
  }
}
