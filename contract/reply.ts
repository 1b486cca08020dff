import { z } from "zod";
import type { CallDescriptor, CallReply } from "./call";
import { collectLeftOut, describePlace, isFigure, isRecord } from "./reply-fields";
import { DEFAULT_ERROR_MESSAGE } from "./values";

/** A refusal as the portal reads it: its aliases, the message for the participant and the messages of single fields (§8.1). */
export interface Refusal {
  readonly status: number;
  readonly aliases: readonly string[];
  /** All messages joined by line breaks, or the default message. Never empty. */
  readonly message: string;
  /** Messages about single fields, keyed by the field's name on the wire. */
  readonly fields: Readonly<Record<string, string>>;
  /** The entries that all this was read from; a refusal that the portal makes itself has none. */
  readonly entries?: readonly RefusalEntry[];
}

/** One entry of a refusal. */
export interface RefusalEntry {
  readonly aliases: readonly string[];
  /** The display message; empty when there is none. */
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

export type ReadReply<R> =
  /** `leftOut`: the places of rows and fields that couldn't be read, such as `items.*.price`; never a value. */
  | { kind: "answer"; result: R; leftOut: readonly string[] }
  | { kind: "refusal"; refusal: Refusal }
  | { kind: "contract-mismatch"; field: string };

/** Statuses that refuse a call only for now: the same call may be made again later. */
export const RETRY_LATER_STATUSES: readonly number[] = [408, 425, 429];

/**
 * Reads a reply leniently: `isSuccess` for `success`, `data` for `result`, `error` for `errors`, and a value without the
 * envelope. A reply that doesn't match the descriptor is a contract mismatch, described by the field's name and never its value.
 */
export function readReply<D extends CallDescriptor>(
  descriptor: D,
  status: number,
  json: unknown,
): ReadReply<CallReply<D>> {
  if (isRefusal(status, json, descriptor)) return { kind: "refusal", refusal: readRefusal(status, json) };
  const { reply } = descriptor;
  if (reply === "file") return { kind: "contract-mismatch", field: "(file)" };
  const { result: parsed, leftOut } = collectLeftOut(() => reply.safeParse(findResult(json)));
  if (parsed.success) return { kind: "answer", result: parsed.data as CallReply<D>, leftOut };
  return { kind: "contract-mismatch", field: describePlace(parsed.error.issues[0]?.path ?? []) };
}

/** Whether a reply refuses the call, by its status or by what it says. */
export function isRefusal(status: number, json: unknown, { reply }: Pick<CallDescriptor, "reply">): boolean {
  if (status >= 400) return true;
  const success = readSuccess(json);
  if (success !== undefined) return !success;
  return listErrors(json).length > 0 && !(reply !== "file" && hasOwnErrors(json, reply));
}

/**
 * Whether the errors of a reply without an envelope are a part of its result, as those of a task's rows are: then it has other
 * fields of the result beside them, and no entry of a refusal among them.
 */
function hasOwnErrors(json: unknown, reply: z.ZodTypeAny): boolean {
  const shape = readShape(reply);
  if (!isRecord(json) || !("errors" in shape)) return false;
  const isEntryOfRefusal = (one: unknown) => !isRecord(one) || ENTRY_NAMES.some((name) => name in one);
  if (listErrors(json).some(isEntryOfRefusal)) return false;
  const others = Object.entries(shape).filter(([name]) => !SHARED_NAMES.includes(name) && name in json);
  return others.some(([name, field]) => name !== "status" || readWords(field).includes(String(json.status)));
}

/** Fields that a refusal may have too. */
const SHARED_NAMES = ["errors", "id", "message"];

/** The fields of an object of the contract; none for other replies. */
function readShape(reply: z.ZodTypeAny): z.ZodRawShape {
  const core = readCore(reply);
  return core instanceof z.ZodObject ? core.shape : {};
}

/** The words that a field may have, as `wordOf` lists them. */
function readWords(field: z.ZodTypeAny): readonly string[] {
  return readCore(field).description?.split(", ") ?? [];
}

function readCore(schema: z.ZodTypeAny): z.ZodTypeAny {
  return schema instanceof z.ZodEffects ? readCore(schema.innerType()) : schema;
}

function readSuccess(json: unknown): boolean | undefined {
  const said = isRecord(json) ? (json.success ?? json.isSuccess) : undefined;
  if (said === undefined || said === null || said === "") return undefined;
  return !(said === false || said === 0 || said === "0" || said === "false");
}

function findResult(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const { success: _, isSuccess: __, ...envelope } = json;
  const names = ["result", "data", "response", "payload"].filter((one) => one in envelope);
  const name = names.find((one) => envelope[one] !== null) ?? names[0];
  if (name === undefined) return envelope;
  const { [name]: result, ...rest } = envelope;
  // A list may have the figures of its page beside it.
  const figures = Object.entries(rest).filter(([one]) => isFigure(one));
  return Array.isArray(result) && figures.length > 0 ? { ...Object.fromEntries(figures), items: result } : result;
}

/** Reads what a refusal says: a list of entries, one entry, a text, or an object keyed by field (§8.1). */
export function readRefusal(status: number, json: unknown): Refusal {
  return composeRefusal(status, listErrors(json).map(readEntry));
}

/** The refusal that these entries make. */
export function composeRefusal(status: number, entries: readonly RefusalEntry[]): Refusal {
  const messages = entries.flatMap(({ message, fields }) => [message, ...Object.values(fields)]).filter(Boolean);
  // The default message says nothing beside another one.
  const said = messages.filter((message) => message !== DEFAULT_ERROR_MESSAGE);
  return {
    status,
    aliases: entries.flatMap(({ aliases }) => aliases),
    message: [...new Set(said)].join("\n") || DEFAULT_ERROR_MESSAGE,
    fields: joinFields(entries),
    entries,
  };
}

function joinFields(entries: readonly RefusalEntry[]): Record<string, string> {
  const joined = new Map<string, Set<string>>();
  for (const { fields } of entries) {
    for (const [field, message] of Object.entries(fields)) {
      joined.set(field, (joined.get(field) ?? new Set()).add(message));
    }
  }
  return Object.fromEntries([...joined].map(([field, messages]) => [field, [...messages].join("\n")]));
}

/** The messages of a refusal that speak of no field and are shown above the form, beside those of fields. */
export function listFormMessages({ entries = [] }: Refusal): string[] {
  const general = entries.filter(({ message, fields }) => message !== "" && !Object.values(fields).includes(message));
  return [...new Set(general.map(({ message }) => message))];
}

/** The errors of a reply, however they are wrapped: under `errors` or `error`, else the reply's `message`. */
function listErrors(json: unknown): unknown[] {
  if (!isRecord(json)) return [];
  const errors = [json.errors, json.error].map((one) => listEntries(one)).find((entries) => entries.length > 0);
  return errors ?? listEntries(json.message);
}

/** Lists of errors within each other that are read; what lies deeper could be deeper than the stack is. */
const NESTED_LISTS = 20;

function listEntries(errors: unknown, lists = NESTED_LISTS): unknown[] {
  if (lists === 0) return [];
  const listInner = (inner: unknown) => listEntries(inner, lists - 1);
  if (Array.isArray(errors)) return errors.flatMap(listInner);
  if (isRecord(errors)) {
    const keys = Object.keys(errors);
    // PHP sends an array with gaps as an object.
    if (keys.every((key) => /^\d+$/.test(key))) return Object.values(errors).flatMap(listInner);
    return [errors];
  }
  return typeof errors === "string" && errors.trim() !== "" ? [errors.trim()] : [];
}

function readEntry(entry: unknown): RefusalEntry {
  if (!isRecord(entry)) return { aliases: [], message: readText(entry), fields: {} };
  if (!isEntry(entry)) return { aliases: [], message: "", fields: readFieldMessages(entry) };
  const message = readText(entry.error_display_message ?? entry.message);
  return {
    aliases: [entry.error_lang_alias].flat().filter((name) => typeof name === "string"),
    message,
    fields: Object.assign({}, ...[entry.error_system_message].flat().map((one) => readSystemMessage(one, message))),
  };
}

const ENTRY_NAMES = ["error_lang_alias", "error_display_message", "error_system_message"];
const PLAIN_ENTRY_NAMES = ["message", "code", "status", "type"];

/** Whether an object is one error with a message, and not messages keyed by field. */
function isEntry(object: Readonly<Record<string, unknown>>): boolean {
  if (ENTRY_NAMES.some((name) => name in object)) return true;
  return typeof object.message === "string" && Object.keys(object).every((name) => PLAIN_ENTRY_NAMES.includes(name));
}

/**
 * The fields that a system message speaks of: it is `{field_key}` with one name or several, `{field: message}`, or a text
 * without a field. What participants read there is the display message, unless the field has words of its own: a system
 * message that isn't in Russian is technical.
 */
function readSystemMessage(system: unknown, display: string): Record<string, string> {
  if (!isRecord(system)) return {};
  const fallback = display || DEFAULT_ERROR_MESSAGE;
  const named = [system.field_key].flat().filter((name) => typeof name === "string" && name !== "");
  if ("field_key" in system) return Object.fromEntries(named.map((name) => [name, fallback]));
  return Object.fromEntries(
    Object.entries(readFieldMessages(system)).map(([field, message]) => [
      field,
      /\p{Script=Cyrillic}/u.test(message) ? message : fallback,
    ]),
  );
}

function readFieldMessages(object: Readonly<Record<string, unknown>>): Record<string, string> {
  const messages = Object.entries(object).map(([field, value]) => {
    const texts = [value]
      .flat()
      .map((one) => readText(isRecord(one) ? (one.error_display_message ?? one.message) : one));
    return [field, texts.filter(Boolean).join("\n")] as const;
  });
  return Object.fromEntries(messages.filter(([, message]) => message !== ""));
}

function readText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
