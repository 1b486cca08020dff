import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { calls } from "../../contract";
import type { CallDescriptor } from "../../contract/call";
import { listFormMessages, type ReadReply, readReply } from "../../contract/reply";
import { type Json, nameCall, replySamples } from "../contract/recorded-replies";
import { tries } from "../setup/properties";

/** Stands for personal data, as a value and as a field's name. It may reach the result, but no place in a log. */
const SECRET = "Сидорова-8914";

/** What an upstream could send in place of anything, with names that JavaScript's own objects have. */
const name = fc.oneof(
  fc.constantFrom("id", "items", "data", "result", "message", "errors", "total", "points", "0", "7"),
  fc.constantFrom("item", "list", "rows", "results", "suggestions", "meta", "isSuccess"),
  fc.constantFrom("toString", "valueOf", "constructor", "__proto__", "length", "then", SECRET),
  fc.string({ unit: "binary", maxLength: 5 }),
);
const scalar = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom("", " ", "0", "1e999", "-5,5", "1 500", "null", "ok", "\ud800", SECRET),
  fc.double(),
  // What JSON.parse makes of 1e999.
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.maxSafeInteger(),
  // What `parseJson` makes of more digits.
  fc.bigInt({ min: 2n ** 53n }),
  fc.uuid(),
  fc.constant("Б".repeat(20_000)),
  fc.boolean(),
  fc.constant(null),
);
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar as fc.Arbitrary<Json>,
    fc.array(tie("json"), { maxLength: 4 }),
    // As JSON.parse makes it: with an own field of any name.
    fc.array(fc.tuple(name, tie("json")), { maxLength: 5 }).map((fields) => Object.fromEntries(fields) as Json),
  ),
}));
const status = fc.constantFrom(200, 200, 200, 201, 204, 302, 400, 404, 422, 429, 500);

const callNames = [...new Set(calls.map(nameCall))];
const callsNamed = (wanted: string): readonly CallDescriptor[] => calls.filter((call) => nameCall(call) === wanted);

/** One recorded reply, by its place among them, in which other things stand in some of its places. */
const varied = fc.record({
  sample: fc.nat({ max: replySamples.length - 1 }),
  changes: fc.array(
    fc.record({ steps: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 6 }), to: json, name }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
});
interface Change {
  readonly steps: readonly number[];
  readonly to: Json;
  readonly name: string;
}

/** Follows the steps into a reply and puts a value in the last place; where there is nothing to step into, a field is added. */
function change(reply: Json, [step, ...rest]: readonly number[], { to, name }: Change): Json {
  if (step === undefined || typeof reply !== "object" || reply === null) return to;
  if (Array.isArray(reply)) {
    const at = step % (reply.length + 1);
    return [...reply.slice(0, at), change(reply[at] ?? null, rest, { steps: [], to, name }), ...reply.slice(at + 1)];
  }
  const fields = Object.entries(reply);
  const [key, value] = fields[step % (fields.length + 1)] ?? [name, null];
  return Object.fromEntries([...fields, [key, change(value, rest, { steps: [], to, name })]]) as Json;
}

/** The recorded replies that are a list, or a page of one. */
const lists = replySamples.flatMap(({ call, reply }) => {
  const { result } = reply as { result: Json };
  const names = typeof result === "object" && result !== null ? Object.keys(result) : [];
  const isPage = names.includes("items") && names.every((one) => /^(items|total|page|per_page)$/.test(one));
  return Array.isArray(result) || isPage ? [{ call, result }] : [];
});

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

/** What of a value doesn't have the shape that the call promises to the pages; nothing when all of it has. */
function findMisfits(schema: z.ZodTypeAny, value: unknown, place = "result"): string[] {
  const { typeName, schema: inner, innerType, type } = schema._def;
  const isOf = (kind: string) => (typeof value === kind ? [] : [`${place} is no ${kind}`]);
  if (typeName === "ZodEffects") return findMisfits(inner, value, place);
  if (typeName === "ZodOptional") return value === undefined ? [] : findMisfits(innerType, value, place);
  if (typeName === "ZodNullable") return value === null ? [] : findMisfits(innerType, value, place);
  if (typeName === "ZodCatch") return findMisfits(innerType, value, place);
  if (typeName === "ZodNumber") return Number.isFinite(value) ? [] : [`${place} is no number: ${String(value)}`];
  if (typeName === "ZodString") {
    return typeof value === "string" && value.isWellFormed() ? [] : [`${place} is no text`];
  }
  if (typeName === "ZodBoolean") return isOf("boolean");
  if (typeName === "ZodArray") {
    if (!Array.isArray(value)) return [`${place} is no list`];
    return value.flatMap((row, index) => findMisfits(type, row, `${place}.${index}`));
  }
  if (typeName !== "ZodObject") return [];
  if (typeof value !== "object" || value === null) return [`${place} is no object`];
  return Object.entries((schema as z.AnyZodObject).shape as Record<string, z.ZodTypeAny>).flatMap(([field, of]) =>
    findMisfits(of, (value as Record<string, unknown>)[field], `${place}.${field}`),
  );
}

function check(call: CallDescriptor, status: number, json: unknown): void {
  freeze(json);
  const read: ReadReply<unknown> = readReply(call, status, json);
  if (read.kind === "contract-mismatch") {
    expect(read.field).not.toContain(SECRET);
    return;
  }
  if (read.kind === "refusal") {
    expect(read.refusal.message.trim()).not.toBe("");
    expect(read.refusal.aliases.every((one) => typeof one === "string")).toBe(true);
    for (const [field, message] of Object.entries(read.refusal.fields)) {
      expect([field, typeof message]).toEqual([field, "string"]);
    }
    expect(listFormMessages(read.refusal).every((one) => typeof one === "string")).toBe(true);
    return;
  }
  expect(call.reply).not.toBe("file");
  if (call.reply !== "file") expect(findMisfits(call.reply, read.result)).toEqual([]);
  expect(read.leftOut.join()).not.toContain(SECRET);
}

describe("the reply of any call", () => {
  test("§7.2 is an answer of the promised shape, a refusal or a mismatch, whatever JSON it is", () => {
    fc.assert(
      fc.property(fc.constantFrom(...callNames), status, json, (wanted, status, reply) => {
        for (const call of callsNamed(wanted)) check(call, status, reply);
      }),
      tries(4_000),
    );
  });

  test("§7.2 §3.1 is so in any envelope too", () => {
    const envelope = fc.record(
      {
        success: scalar,
        isSuccess: scalar,
        result: json,
        data: json,
        errors: json,
        error: json,
        message: json,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...callNames), status, envelope, (wanted, status, reply) => {
        for (const call of callsNamed(wanted)) check(call, status, reply);
      }),
      tries(2_000),
    );
  });

  test("§3.1 §7.2 is the same list in any wrappers around it", () => {
    const wrappers = fc.array(fc.constantFrom("data", "items", "list", "results", "suggestions", "rows"), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.constantFrom(...lists), wrappers, ({ call, result }, names) => {
        const read = (value: unknown) => readReply(call, 200, { success: true, result: value });
        const wrapped = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), result);
        expect(read(wrapped)).toEqual(read(result));
      }),
      tries(500),
    );
  });

  test("§7.2 is so when it is nested 10 000 times in itself", () => {
    const nested = (open: string, close: string): unknown =>
      JSON.parse(`${open.repeat(10_000)}"1"${close.repeat(10_000)}`);
    const names = ["items", "data", "list", "rows", "result", "errors", "error", "message", "0"];
    const values = [nested("[", "]"), ...names.map((name) => nested(`{"${name}":`, "}"))];
    for (const status of [200, 400]) {
      for (const value of values) {
        for (const json of [
          value,
          { result: value },
          { items: value },
          { errors: value },
          { errors: [{ a: value }] },
        ]) {
          for (const call of calls) expect(() => readReply(call, status, json)).not.toThrow();
        }
      }
    }
  });

  test("§7.2 §3.1 is so when anything else stands in some places of a real one", () => {
    fc.assert(
      fc.property(varied, status, ({ sample, changes }, status) => {
        const { call, reply } = replySamples[sample] ?? {};
        if (!call || reply === undefined) throw new Error("no such sample");
        check(
          call,
          status,
          changes.reduce((changed: Json, one) => change(changed, one.steps, one), reply),
        );
      }),
      tries(4_000),
    );
  });
});
