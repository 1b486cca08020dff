import { z } from "zod";
import { zodToJsonSchema } from "zod-to-json-schema";
import { type CallDescriptor, pathParameters } from "../../contract/call";
import { describePlace } from "../../contract/reply-fields";
import { coreOf } from "./compare-value";
import { nameOf } from "./name-of";

/** A field of the body (or of the query of a GET). */
export interface SentField {
  readonly name: string;
  /** `required`: typed or chosen by a person. `always`: sent with a default. `optional`: may be absent. */
  readonly presence: "required" | "always" | "optional";
  readonly type: string;
}

/** What a call that writes needs, from the contract. */
export interface WriteDescription {
  readonly call: string;
  readonly summary: string;
  /** Who makes it: "guest", or the participants. */
  readonly audience: "guest" | readonly string[];
  readonly format: "JSON" | "multipart" | "query";
  /** The fields that are sent; one list for each variant of the body. */
  readonly bodies: readonly (readonly SentField[])[];
  readonly files: readonly string[];
  /** Fields without which a success can't be read. Empty: any success is one. */
  readonly needed: readonly string[];
  /** Fields that the portal uses when they come. */
  readonly used: readonly string[];
  /** Error aliases that the portal handles in their own ways. */
  readonly aliases: readonly string[];
  readonly idempotencyKey: boolean;
  /** Whether the upstream may lack the call: the specification has none. */
  readonly extension: boolean;
}

/** Describes calls that this check doesn't make. */
export function describeWrites(calls: readonly CallDescriptor[]): WriteDescription[] {
  return calls.map((call) => ({
    call: nameOf(call),
    summary: call.summary,
    audience: Array.isArray(call.audience) ? call.audience : "guest",
    format: call.method !== "POST" ? "query" : call.files ? "multipart" : "JSON",
    bodies: listVariants(call.input).map((variant) => describeFields(variant, pathParameters(call.path))),
    files: call.files ?? [],
    needed: listNeeded(call.reply),
    used: listUsed(call.reply),
    aliases: call.aliases ?? [],
    idempotencyKey: call.idempotencyKey ?? false,
    extension: call.extension ?? false,
  }));
}

function listVariants(input: z.ZodTypeAny): z.AnyZodObject[] {
  if (input instanceof z.ZodDiscriminatedUnion) return input.options;
  return input instanceof z.ZodObject ? [input] : [];
}

function describeFields({ shape }: z.AnyZodObject, inPath: readonly string[]): SentField[] {
  return Object.entries<z.ZodTypeAny>(shape)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, field]) => ({
      name,
      presence: field instanceof z.ZodDefault ? "always" : field.isOptional() ? "optional" : "required",
      type: describeType(
        zodToJsonSchema(field, { $refStrategy: "none", effectStrategy: "input", pipeStrategy: "input" }),
      ),
    }));
}

interface JsonType {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonType[];
  readonly items?: JsonType;
  readonly maxLength?: number;
}

function describeType(schema: object): string {
  const { type, enum: words, const: constant, anyOf, items, maxLength } = schema as JsonType;
  if (constant !== undefined) return String(constant);
  if (words) return words.join(" | ");
  if (anyOf) {
    // An optional field has "nothing at all" as one of its types, which its presence says already.
    const names = new Set(anyOf.filter((one) => !("not" in one)).map(describeType));
    return [...names].filter((name) => name !== "null").join(" | ");
  }
  if (items) return `list of ${describeType(items)}`;
  const name = [type ?? "any"].flat().join(" | ");
  return maxLength === undefined ? name : `${name} ≤ ${maxLength}`;
}

function listNeeded(reply: CallDescriptor["reply"]): string[] {
  if (reply === "file") return [];
  return (reply.safeParse({}).error?.issues ?? []).map(({ path }) => describePlace(path));
}

function listUsed(reply: CallDescriptor["reply"]): string[] {
  const core = reply === "file" ? undefined : coreOf(reply);
  return core instanceof z.ZodObject ? Object.keys(core.shape) : [];
}
