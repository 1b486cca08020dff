import { isRecord } from "./reply-fields";
import { DEFAULT_ERROR_MESSAGE } from "./values";

/*
 * What a refusal says. The specification has a list of entries (§8.1); frameworks and proxies before or behind an upstream
 * say the same under the names of their own and of the standards.
 */

/** One entry of a refusal. */
export interface RefusalEntry {
  readonly aliases: readonly string[];
  /** The display message; empty when there is none. */
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Where messages stand, the one for people first: as in RFC 9457 (`detail`, `title`) and RFC 6749 (`error_description`). */
const MESSAGE_NAMES = [
  "error_display_message",
  "message",
  "detail",
  "error_description",
  "error_message",
  "description",
  "msg",
  "reason",
  "title",
];
const ENTRY_NAMES = ["error_lang_alias", "error_display_message", "error_system_message"];
/** What else an entry may have beside its message: then it isn't an object of messages by field. */
const BESIDE_MESSAGE =
  /^(?:code|status(?:_?code)?|type|title|details?|description|msg|hint|id|links|meta|instance|timestamp|(?:trace|request)_?id|ctx|value|input|rejected_?value|location|object_?name|error(?:_?code)?)$/i;
const FIELD_NAMES = ["field", "field_name", "property", "propertyPath", "param", "path", "loc", "source"];

/** The entries of a reply, however they are wrapped: its errors, else its message, else messages keyed by field. */
export function readEntries(json: unknown): RefusalEntry[] {
  if (Array.isArray(json)) return listEntries(json).map(readEntry);
  if (!isRecord(json)) return [];
  const listed = [listErrors(json), listEntries(json.violations)].find((entries) => entries.length > 0) ?? [];
  // Beside a message, an error that is a text is its code.
  const isCode = listed.length === 1 && typeof listed[0] === "string" && typeof json.error === "string";
  if (listed.length > 0 && !(isCode && findMessage(json) !== undefined)) return listed.map(readEntry);
  const message = findMessage(json);
  if (message === undefined) return listKeyed(json).map((messages) => readEntry(messages));
  const aliases = listAliases([json.error_lang_alias, json.code, json.error]);
  const entries = listEntries(message).map(readEntry);
  return entries.map((entry) => ({ ...entry, aliases: [...entry.aliases, ...aliases] }));
}

/** The errors that a reply lists under `errors` or `error`. */
export function listErrors(json: unknown): unknown[] {
  if (!isRecord(json)) return [];
  return [json.errors, json.error].map((one) => listEntries(one)).find((entries) => entries.length > 0) ?? [];
}

/** Whether an error is an entry of a refusal, and not one of a row. */
export function isEntryOfRefusal(error: unknown): boolean {
  return !isRecord(error) || ENTRY_NAMES.some((name) => name in error);
}

/**
 * Messages keyed by field, or one message: in the `data` or the result of a failed reply, as JSend has it, else in the reply itself,
 * where each field has a list.
 */
function listKeyed(json: Fields): Fields[] {
  const inner = [json.data, json.result].find((one): one is Fields => isRecord(one) && Object.keys(one).length > 0);
  if (inner) return [inner];
  const lists = Object.entries(json).filter(([, value]) => Array.isArray(value) && value.some(isText));
  return lists.length > 0 ? [Object.fromEntries(lists)] : [];
}

const isText = (value: unknown) => typeof value === "string";

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
    return Object.values(errors).every(isBlank) ? [] : [errors];
  }
  return typeof errors === "string" && errors.trim() !== "" ? [errors.trim()] : [];
}

/** An error without a word or a number is none: some upstreams always send its fields. */
function isBlank(value: unknown): boolean {
  return !value || value === "0" || (Array.isArray(value) && value.length === 0);
}

function readEntry(entry: unknown): RefusalEntry {
  if (!isRecord(entry)) return { aliases: [], message: readText(entry), fields: {} };
  if (!isEntry(entry)) return { aliases: [], message: "", fields: readFieldMessages(entry) };
  const message = readText(findMessage(entry));
  const system = "error_system_message" in entry ? entry.error_system_message : { field_key: findFieldName(entry) };
  return {
    aliases: listAliases([entry.error_lang_alias, entry.code]),
    message,
    fields: Object.assign({}, ...[system].flat().map((one) => readSystemMessage(one, message))),
  };
}

function listAliases(named: readonly unknown[]): string[] {
  return named.flat().filter((name): name is string => typeof name === "string" && name !== "");
}

/** The message of an object: a text, or a list where each entry has its own. */
function findMessage(object: Fields): unknown {
  return MESSAGE_NAMES.map((name) => object[name]).find((value) => listEntries(value).length > 0);
}

/** Whether an object is one error with a message, and not messages keyed by field. */
function isEntry(object: Fields): boolean {
  if (ENTRY_NAMES.some((name) => name in object)) return true;
  if (typeof findMessage(object) !== "string") return false;
  const others = Object.keys(object).filter((name) => object[name] !== findMessage(object));
  return others.every((name) => BESIDE_MESSAGE.test(name) || FIELD_NAMES.includes(name));
}

/** The field that an entry speaks of: a name, or the last part of a path such as `["body", "phone"]` or `/data/phone`. */
function findFieldName(entry: Fields): string {
  const named = FIELD_NAMES.map((name) => entry[name]).find((value) => value !== undefined && value !== null);
  const path = isRecord(named) ? (named.pointer ?? named.parameter) : Array.isArray(named) ? named.at(-1) : named;
  return typeof path === "string" ? (path.split(/[./]/).at(-1) ?? "") : "";
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

function readFieldMessages(object: Fields): Record<string, string> {
  const messages = Object.entries(object).map(([field, value]) => {
    const texts = [value].flat().map((one) => readText(isRecord(one) ? findMessage(one) : one));
    return [field, texts.filter(Boolean).join("\n")] as const;
  });
  return Object.fromEntries(messages.filter(([, message]) => message !== ""));
}

function readText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
