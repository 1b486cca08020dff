import { z } from "zod";
import type { CallDescriptor, CallReply } from "./call";
import { isEntryOfRefusal, listErrors, type RefusalEntry, readEntries } from "./refusal-entries";
import { collectLeftOut, describePlace, emptyReply, isFigure, isRecord, readFlag, unwrapObject } from "./reply-fields";
import { alias, DEFAULT_ERROR_MESSAGE, withdrawalStatuses } from "./values";

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

export type ReadReply<R> =
  /** `leftOut`: the places of rows and fields that couldn't be read, such as `items.*.price`; never a value. */
  | { kind: "answer"; result: R; leftOut: readonly string[] }
  | { kind: "refusal"; refusal: Refusal }
  | { kind: "contract-mismatch"; field: string };

/** Whether an upstream answers a call that needs nothing but the client credential by refusing it. */
export function refusesClient(descriptor: CallDescriptor, status: number, json: unknown): boolean {
  const read = readReply(descriptor, status, json);
  return (
    status === 401 || status === 403 || (read.kind === "refusal" && read.refusal.aliases.includes(alias.clientRefused))
  );
}

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
  if (isUnclearOrder(descriptor, status, json)) return { kind: "contract-mismatch", field: "success" };
  if (isRefusal(status, json, descriptor)) return { kind: "refusal", refusal: readRefusal(status, json) };
  const { reply } = descriptor;
  if (reply === "file") return { kind: "contract-mismatch", field: "(file)" };
  const { result: parsed, leftOut } = collectLeftOut(() => reply.safeParse(findResult(json, reply)));
  if (parsed.success) return { kind: "answer", result: parsed.data as CallReply<D>, leftOut };
  return { kind: "contract-mismatch", field: describePlace(parsed.error.issues[0]?.path ?? []) };
}

/** The words of an order that has been made. Others, such as declined, confirm none. */
const MADE_STATUSES = withdrawalStatuses.filter((status) => status !== "rejected" && status !== "cancelled");

/** Whether a message may as well confirm an order as refuse it: then its participant is asked, as when no answer came. */
function isUnclearOrder({ idempotencyKey, reply }: CallDescriptor, status: number, json: unknown): boolean {
  if (!idempotencyKey || status >= 400 || listErrors(json).length > 0 || !isRecord(json)) return false;
  if (readSuccess(json, reply) !== undefined) return false;
  const { status: word, ...rest } = json;
  return isMessageAlone(status, MADE_STATUSES.some((made) => made === word) ? json : rest, reply);
}

/** Whether a reply refuses the call, by its status or by what it says. */
export function isRefusal(status: number, json: unknown, { reply }: Pick<CallDescriptor, "reply">): boolean {
  if (status >= 400) return true;
  const success = readSuccess(json, reply);
  if (success !== undefined) return !success;
  if (listErrors(json).length > 0) return reply === "file" || !hasOwnErrors(json, reply);
  if (!isRecord(json) || !isMessageAlone(status, json, reply)) return false;
  return !(readCode(json) ?? (reply === emptyReply && !RESULT_NAMES.some((name) => json[name] === false)));
}

/**
 * What a number says beside a message alone: 0 as a code, and a status of HTTP between 200 and 299, that it was done; a status of
 * at least 400, and another code than 1, that it wasn't.
 */
function readCode({ code, status }: Readonly<Record<string, unknown>>): boolean | undefined {
  const [number, http] = [code, status].map((value) => (DIGITS.test(String(value)) ? Number(value) : undefined));
  const isDone = (value: number) => value >= 200 && value < 300;
  if (number !== undefined && number !== 1) return number === 0 || isDone(number);
  if (http === undefined) return undefined;
  return isDone(http) || (http >= 400 ? false : undefined);
}

const DIGITS = /^\d+$/;

/** Where a reply says something of itself. A row has a title or a description too. */
const SAYING = ["message", "msg", "detail", "error_message", "error_description", "error_display_message"];

/** Statuses that say by themselves that something was done: created, accepted, no content. */
const DONE_STATUSES = [201, 202, 204];

/**
 * Whether a reply only says something, without a result or a word of success: a refused log-in may be answered so, and a saved
 * form.
 */
function isMessageAlone(status: number, json: unknown, reply: CallDescriptor["reply"]): boolean {
  if (DONE_STATUSES.includes(status) || !isRecord(json) || !SAYING.some((name) => hasContent(json[name]))) {
    return false;
  }
  const name = findResultName(json);
  if (name !== undefined && hasContent(json[name])) return false;
  return listOwnFields(json, reply).length === 0 && !Object.entries(json).some(isRows);
}

/** The fields of a reply, or of a part of it, that are those of a result. A refusal may have a message too. */
function listOwnFields(json: Readonly<Record<string, unknown>>, reply: CallDescriptor["reply"]): string[] {
  const names = reply === "file" ? [] : Object.keys(readShape(reply)).filter((name) => name !== "message");
  const object = unwrapObject(json, names);
  if (!isRecord(object)) return [];
  // A number as a status is that of HTTP.
  const isOwn = (name: string) => name !== "status" || !DIGITS.test(String(object.status));
  return names.filter((name) => hasContent(object[name]) && isOwn(name));
}

function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return !isRecord(value) || Object.keys(value).length > 0;
}

const isRows = ([name, value]: [string, unknown]) => name !== "errors" && Array.isArray(value) && value.some(isRecord);

/**
 * Whether the errors of a reply without an envelope are a part of its result, as those of a task's rows are: then it has other
 * fields of the result beside them, and no entry of a refusal among them.
 */
function hasOwnErrors(json: unknown, reply: z.ZodTypeAny): boolean {
  const shape = readShape(reply);
  if (!isRecord(json) || !("errors" in shape) || listErrors(json).some(isEntryOfRefusal)) return false;
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

const SUCCESS_WORDS = ["success", "succeeded", "ok"];
const FAILURE_WORDS = ["error", "fail", "failed", "failure"];

/** What a reply says of itself; undefined where it says nothing. */
function readSuccess(json: unknown, reply: CallDescriptor["reply"]): boolean | undefined {
  if (!isRecord(json)) return undefined;
  // An empty object or list says nothing.
  const said = [json.success, json.isSuccess, json.ok].find((value) => !isWithoutWord(value));
  if (said !== undefined) return readFlag(said);
  if (json.error === true) return false;
  return readStatusWord(json, reply);
}

function isWithoutWord(value: unknown): boolean {
  if (typeof value !== "object") return value === undefined || value === "";
  return value === null || Object.keys(value).length === 0;
}

/** The word of an envelope's `status`. Without an envelope, a result may have a field of that name. */
function readStatusWord(json: Readonly<Record<string, unknown>>, reply: CallDescriptor["reply"]): boolean | undefined {
  const { status } = json;
  if (findResultName(json) === undefined && isOwnStatus(json, reply)) return undefined;
  if (typeof status === "boolean") return status;
  const word = typeof status === "string" ? status.trim().toLowerCase() : "";
  if (SUCCESS_WORDS.includes(word)) return true;
  return FAILURE_WORDS.includes(word) ? false : undefined;
}

/** Whether a status is a field of the result: a word that it may have, or one beside other fields. */
function isOwnStatus(json: Readonly<Record<string, unknown>>, reply: CallDescriptor["reply"]): boolean {
  const field = reply === "file" ? undefined : readShape(reply).status;
  if (!field) return false;
  return readWords(field).includes(String(json.status)) || listOwnFields(json, reply).some((name) => name !== "status");
}

const RESULT_NAMES = ["result", "data", "response", "payload"];

/** Under which name the result stands; undefined where the reply itself is the result. */
function findResultName(json: Readonly<Record<string, unknown>>): string | undefined {
  const names = RESULT_NAMES.filter((one) => one in json);
  return names.find((one) => json[one] !== null) ?? names[0];
}

/** Words about a reply that may stand beside a result without an envelope. */
const WORDS_BESIDE = ["success", "isSuccess", "ok", "message", "error", "errors"];

/** The result of a reply as it came. */
export function findResult(json: unknown, reply: z.ZodTypeAny): unknown {
  if (!isRecord(json)) return json;
  const name = findResultName(json);
  if (name === undefined) return omitWords(json, reply);
  const { [name]: result, ...rest } = json;
  // A list may have the figures of its page beside it.
  const figures = Object.entries(rest).filter(([one]) => isFigure(one));
  return Array.isArray(result) && figures.length > 0 ? { ...Object.fromEntries(figures), items: result } : result;
}

/** A result without the words about it that aren't its own fields. */
function omitWords(json: Readonly<Record<string, unknown>>, reply: z.ZodTypeAny): Readonly<Record<string, unknown>> {
  const shape = readShape(reply);
  const isSaid = readStatusWord(json, reply) !== undefined;
  const isWord = (name: string) => !(name in shape) && (WORDS_BESIDE.includes(name) || (isSaid && name === "status"));
  return Object.fromEntries(Object.entries(json).filter(([name]) => !isWord(name)));
}

/** Reads what a refusal says: a list of entries, one entry, a text, or an object keyed by field (§8.1). */
export function readRefusal(status: number, json: unknown): Refusal {
  return composeRefusal(status, readEntries(json));
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
