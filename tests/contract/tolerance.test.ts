import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { extensionCalls, calls as specified } from "../../contract";
import type { CallDescriptor } from "../../contract/call";
import { type ReadReply, readReply } from "../../contract/reply";
import { type PromisedField, promisedFields } from "./promised-fields";
import { downloads, type Json, nameCall, recordedReplies, replySamples } from "./recorded-replies";
import { allCalls } from "./section-7";
import {
  applyVariations,
  emptyResults,
  keepsFields,
  keepsRows,
  oddResults,
  type Path,
  type Variation,
  varyEnvelope,
  varyReply,
} from "./vary-reply";

const calls = [...specified, ...extensionCalls];

/** Calls that change something, and the one that unsubscribes, but not those whose token is needed. */
const isWrite = (name: string) =>
  (/^(POST|DELETE)/.test(name) || name.startsWith("GET mailings/")) &&
  !/login|invites\/list\/user\/current$/.test(name);

const read = (call: CallDescriptor, reply: Json) => readReply(call, 200, reply) as ReadReply<Json>;

/** The promise that covers a field: that of the field itself, or of something within it. */
function findPromise(name: string, field: string): PromisedField | undefined {
  return promisedFields.find(({ call, field: promised }) => call === name && `${promised}.`.startsWith(`${field}.`));
}

/** The numbers and texts of a result that no page could show. */
function listUnreadable(result: unknown): unknown[] {
  if (typeof result === "number") return Number.isFinite(result) ? [] : [result];
  if (typeof result !== "object" || result === null) return [];
  return Object.values(result).flatMap(listUnreadable);
}

const at = (json: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], json);

/** What is wrong with the reading of a varied reply; nothing when it is as it should be. */
function findFaults(call: CallDescriptor, name: string, reply: Json, varied: Variation): string[] {
  const before = read(call, reply);
  const after = read(call, applyVariations(reply, [varied]));
  if (before.kind !== "answer") return [`is no answer even before: ${JSON.stringify(before)}`];
  const promise = findPromise(name, varied.field);
  if (after.kind !== "answer")
    return promise?.loses === "reply" ? [] : [`is a ${after.kind}: ${JSON.stringify(after)}`];
  const unreadable = listUnreadable(after.result);
  if (unreadable.length > 0) return [`has ${unreadable.join()}`];
  return [
    ...checkRows(before.result, after, varied, promise),
    ...checkList(before.result, after.result, varied),
    ...checkObject(before.result, after.result, varied),
  ];
}

/** An object within a reply has its fields however it is wrapped. A row that is wrapped is none. */
function checkObject(before: Json, after: Json, varied: Variation): string[] {
  const path = varied.path.slice(1);
  if (!keepsFields(varied) || typeof path.at(-1) === "number") return [];
  return isDeepStrictEqual(at(after, path), at(before, path)) ? [] : ["loses its fields"];
}

/** A list has its rows however it is wrapped, and whatever else is among them. */
function checkList(before: Json, after: Json, varied: Variation): string[] {
  const path = varied.path.slice(1);
  const [rows, left] = [at(before, path), at(after, path)];
  if (!Array.isArray(rows) || !keepsRows(varied)) return [];
  return Array.isArray(left) && isDeepStrictEqual(left.slice(-rows.length), rows) ? [] : ["loses its rows"];
}

/** A change in one row leaves the others alone, and the row itself too unless it is none any more. */
function checkRows(
  before: Json,
  after: Extract<ReadReply<Json>, { kind: "answer" }>,
  { path }: Variation,
  promise: PromisedField | undefined,
): string[] {
  return path.flatMap((part, index) => {
    if (part !== 0) return [];
    const list = path.slice(1, index);
    const [rows, left] = [at(before, list), at(after.result, list)];
    if (!Array.isArray(rows)) return [];
    if (!Array.isArray(left)) return ["makes no list"];
    const others = rows.slice(1);
    if (!isDeepStrictEqual(left.slice(left.length - others.length), others)) return ["changes other rows"];
    if (left.length === rows.length) return [];
    if (after.leftOut.length === 0) return ["leaves out a row and doesn't report it"];
    const isRow = index === path.length - 1;
    return isRow || promise?.loses === "row" ? [] : ["leaves out a row"];
  });
}

describe("every field of every reply", () => {
  test.each(replySamples.map((sample, index) => [sample.name, index + 1, sample] as const))(
    "§3.1 §7.2 %s (%i) is read whatever a field is that the specification doesn't promise",
    (_name, _index, { call, name, reply }) => {
      const faults = varyReply(reply).flatMap((varied) =>
        findFaults(call, name, reply, varied).map((fault) => `${varied.field} as ${varied.change} ${fault}`),
      );
      expect(faults).toEqual([]);
    },
  );

  test("§3.1 §7.2 nothing is promised that can be read without", () => {
    const needless = promisedFields.filter(({ call: name, field }) => {
      const samples = replySamples.filter((sample) => sample.name === name);
      const varied = samples.flatMap(({ call, reply }) =>
        varyReply(reply).map((one) => ({ field: one.field, after: read(call, applyVariations(reply, [one])) })),
      );
      const isLost = (after: ReadReply<Json>) => after.kind !== "answer" || after.leftOut.length > 0;
      return !varied.some((one) => one.field === field && isLost(one.after));
    });
    expect(needless).toEqual([]);
  });
});

describe("replies as a whole", () => {
  test.each(replySamples.map((sample, index) => [sample.name, index + 1, sample] as const))(
    "§7.2 %s (%i) is the same in any envelope",
    (_name, _index, { call, reply }) => {
      const expected = read(call, reply);
      for (const [change, varied] of varyEnvelope(reply)) {
        expect([change, read(call, varied)]).toEqual([change, expected]);
      }
    },
  );

  const needed = new Set(promisedFields.filter(({ loses }) => loses === "reply").map(({ call }) => call));
  const lenient = calls.filter((call) => call.reply !== "file" && !needed.has(nameCall(call)));

  test.each(lenient.map((call) => [nameCall(call), call] as const))("§7.2 %s succeeds without a result", (_, call) => {
    for (const [name, reply] of emptyResults) {
      expect([name, read(call, reply)]).toEqual([name, expect.objectContaining({ kind: "answer" })]);
    }
  });

  test.each(
    calls
      .filter((call) => isWrite(nameCall(call)) && call.reply !== "file")
      .map((call) => [nameCall(call), call] as const),
  )("§7.2 %s succeeds whatever its result is", (_, call) => {
    for (const [name, reply] of [...emptyResults, ...oddResults]) {
      expect([name, read(call, reply)]).toEqual([name, expect.objectContaining({ kind: "answer" })]);
    }
  });

  test.each([...needed])("§3.1 %s without its content names what it misses", (name) => {
    const [sample] = replySamples.filter((one) => one.name === name);
    if (!sample) throw new Error(name);
    for (const [, reply] of [...emptyResults, ...oddResults]) {
      const { kind, ...rest } = read(sample.call, reply);
      expect([kind, rest]).toEqual([
        "contract-mismatch",
        { field: expect.stringMatching(/^(access_token|promo_group|\(result\))/) },
      ]);
    }
  });

  test.each(downloads.map((call) => [nameCall(call), call] as const))("§7.2 %s promises a file", (_, call) => {
    expect(read(call, { success: true, result: {} })).toEqual({ kind: "contract-mismatch", field: "(file)" });
  });
});

describe("what is varied", () => {
  test("§7.1 every call has a recorded reply or is a download", () => {
    const covered = [...Object.keys(recordedReplies), ...downloads.map(nameCall)];
    expect(allCalls.filter((name) => !covered.includes(name))).toEqual([]);
    expect(covered.length).toBe(allCalls.length);
  });

  test("§3.1 every field that the portal reads is in a recorded reply", () => {
    const unvaried = calls.flatMap((call) => {
      const samples = replySamples.filter((sample) => sample.call === call);
      const varied = new Set(samples.flatMap(({ reply }) => varyReply(reply).map(({ field }) => field)));
      const fields = call.reply === "file" ? [] : listFields(call.reply, "");
      return fields.filter((field) => !varied.has(field) && !isFigure(field)).map((field) => [nameCall(call), field]);
    });
    expect(unvaried).toEqual([]);
  });
});

/** The figures of a page. Content has none, and only a report's rows come as a range; they are varied in all other lists. */
function isFigure(field: string): boolean {
  return ["total", "page", "per_page"].includes(field) || /(^|\.)first_row$/.test(field);
}

/** The fields of a reply's schema at every depth. */
function listFields(schema: z.ZodTypeAny, field: string): string[] {
  const { typeName, schema: effect, innerType, type, in: input } = schema._def;
  if (typeName === "ZodEffects") return listFields(effect, field);
  if (typeName === "ZodOptional" || typeName === "ZodNullable" || typeName === "ZodCatch")
    return listFields(innerType, field);
  if (typeName === "ZodPipeline") return listFields(input, field);
  if (typeName === "ZodArray") return listFields(type, field ? `${field}.*` : "*");
  if (typeName !== "ZodObject") return field === "" ? [] : [field];
  const shape = (schema as z.AnyZodObject).shape as Record<string, z.ZodTypeAny>;
  return Object.entries(shape).flatMap(([name, inner]) => listFields(inner, field ? `${field}.${name}` : name));
}
