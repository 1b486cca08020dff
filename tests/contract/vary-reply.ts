import type { Json } from "./recorded-replies";

export type Path = readonly (string | number)[];

/** One change of a reply, in one field. */
export interface Variation {
  readonly path: Path;
  /** The same with `*` for the number of a row, and without the envelope: `items.*.price`. */
  readonly field: string;
  /** What the change is. */
  readonly change: string;
  readonly to: Json | typeof MISSING;
}

/** Stands for a field that isn't there. */
const MISSING: unique symbol = Symbol("missing");
type Change = readonly [name: string, value: Json | typeof MISSING];

const LONG_TEXT = "Очень длинный текст ".repeat(1000);
const LONG_WORD = "длиннослово".repeat(500);
const UUID = "9aa56579-8dcc-482c-be25-462283ff0311";
/** More than a number of JavaScript holds exactly. */
const LARGE = 2 ** 60;

const ALWAYS: readonly Change[] = [
  ["missing", MISSING],
  ["null", null],
  ["an empty text", ""],
  ["an empty array", []],
  ["an empty object", {}],
  ["true", true],
  ["false", false],
];

/** Changes of the value itself, by what it is. */
function listChanges(value: Json): readonly Change[] {
  if (typeof value === "string") return [...ALWAYS, ...changeText(value)];
  if (typeof value === "number") return [...ALWAYS, ...changeNumber(value)];
  if (typeof value === "boolean") return [...ALWAYS, ...changeFlag(value)];
  if (value === null) return [...ALWAYS, ["a text", "текст"], ["a number", 7]];
  if (isList(value)) return [...ALWAYS, ...changeList(value)];
  return [...ALWAYS, ...changeObject(value)];
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

const changeText = (text: string): readonly Change[] => [
  ["a number", Number(text) || 20260301],
  ["zero", 0],
  ["a fraction", 12.5],
  ["a text with spaces", `  ${text} `],
  ["an unknown word", "in_limbo"],
  ["a long text", LONG_TEXT],
  ["a long word", LONG_WORD],
  ["a uuid", UUID],
  ["digits with zeros in front", "0077"],
  ["very large", LARGE],
  ["an object", { value: text }],
  ["an array", [text]],
];

const changeNumber = (number: number): readonly Change[] => [
  ["a text", String(number)],
  ["a text with spaces", ` ${number} `],
  ["a text with thousands", "1 234 567,50"],
  ["a fraction", number + 0.5],
  ["a fraction as text", `${number}.50`],
  ["negative", -number - 1],
  ["negative as text", `-${number + 1}`],
  ["very large", LARGE],
  ["very large as text", "99999999999999999999"],
  ["infinite as text", "1e999"],
  ["a word", "много"],
  ["a uuid", UUID],
  ["digits with zeros in front", "0077"],
  ["an object", { value: number }],
];

const changeFlag = (flag: boolean): readonly Change[] => [
  ["0", 0],
  ["1", 1],
  ["0 as text", "0"],
  ["1 as text", "1"],
  ["true as text", "true"],
  ["false as text", "false"],
  ["a word", flag ? "да" : "нет"],
];

const changeList = (list: readonly Json[]): readonly Change[] => [
  ["an object keyed by number", { ...list }],
  ["an object keyed by id", Object.fromEntries(list.map((row, index) => [`id${index}`, row]))],
  ["wrapped in items", { items: list }],
  ["wrapped in results", { results: list }],
  ["wrapped twice", { data: { suggestions: list } }],
  ["wrapped in data, with figures", { data: list, meta: { total: list.length } }],
  ["with a null among its rows", [null, ...list]],
  ["with rows that are none", ["текст", 5, true, [], {}, ...list]],
];

/** Whether a change leaves a list all its rows, as its last ones. */
export function keepsRows({ change }: Variation): boolean {
  return changeList([]).some(([name]) => name === change);
}

/** A list of one page would be a list of one row. */
const isPage = (value: Json) => typeof value === "object" && value !== null && "items" in value;

const wrapObject = (object: Json): readonly Change[] => [
  ["wrapped in data", { data: object }],
  ...(isPage(object) ? [] : listsOfOne(object)),
];

const listsOfOne = (object: Json): readonly Change[] => [
  ["wrapped in a list of one", [object]],
  ["wrapped in item, in a list of one", { item: [object] }],
];

/** Whether a change leaves an object all its fields. */
export function keepsFields({ change }: Variation): boolean {
  return wrapObject(null).some(([name]) => name === change);
}

const changeObject = (object: Extract<Json, object>): readonly Change[] => [
  ...wrapObject(object),
  ["extra fields", { ...object, extra: { deep: [1, null, { more: "текст" }] }, extra_flag: true }],
  ["a text", "текст"],
  ["a number", 7],
];

/**
 * Every variation of every field of a reply's result, at every depth; of the rows of a list those of the first. The result
 * itself is varied only where it is a list.
 */
export function varyReply(reply: Json): Variation[] {
  return listPlaces(reply, [])
    .filter(({ path }) => path[0] === "result")
    .flatMap(({ path, value }) =>
      (path.length > 1 ? listChanges(value) : isList(value) ? changeList(value) : [])
        // A row that is missing is no row.
        .filter(([, to]) => to !== MISSING || typeof path.at(-1) === "string")
        .map(([change, to]) => ({ path, field: describeField(path), change, to })),
    );
}

/** A reply with these changes, of which none is within another. */
export function applyVariations(reply: Json, variations: readonly Variation[]): Json {
  return variations.reduce((changed, { path, to }) => replaceAt(changed, path, to), reply);
}

/** Variations of the reply as a whole that still bring its result. */
export function varyEnvelope(reply: Json): [change: string, reply: Json][] {
  const { result } = reply as { result: Json };
  return [
    ["data for result", { success: true, data: result }],
    ["an empty result beside data", { success: true, result: null, data: result }],
    ["isSuccess", { isSuccess: true, result }],
    ["success as 1", { success: 1, result }],
    ["success as text", { success: "true", result }],
    ["success as null", { success: null, result }],
    ["no success", { result }],
    ["errors that are none", { success: true, result, errors: [], error: null, message: "" }],
    ["extra fields", { success: true, result, took_ms: 12, meta: { version: "2" } }],
  ];
}

/** What a success may bring in place of a result: the specification shows none. */
export const emptyResults: readonly [name: string, reply: Json][] = [
  ["success alone", { success: true }],
  ["isSuccess alone", { isSuccess: 1 }],
  ["an empty object", {}],
  ["a message", { success: true, message: "ok" }],
  ...[null, [], {}, true, ""].map((result) => [JSON.stringify(result), { success: true, result }] as [string, Json]),
];

/** What a success may bring besides, where nobody reads it. */
export const oddResults: readonly [name: string, reply: Json][] = [
  ["a text", { success: true, result: "ok" }],
  ["a number", { success: true, result: 5 }],
  ["false", { success: true, result: false }],
  ["an array", { success: true, result: [1, "два", null] }],
  ["unknown fields", { success: true, result: { changed: 1, items: [{}], id: { deep: true } } }],
  ["a text alone", "ok"],
  ["a number alone", 1],
  ["an array alone", []],
  ["null alone", null],
];

interface Place {
  readonly path: Path;
  readonly value: Json;
}

/** All fields at every depth; an array's rows but the first are left out. */
function listPlaces(value: Json, path: Path): Place[] {
  const inner = isList(value)
    ? value.slice(0, 1).flatMap((row) => (isScalar(row) ? [] : listPlaces(row, [...path, 0])))
    : isScalar(value)
      ? []
      : Object.entries(value).flatMap(([name, one]) => listPlaces(one, [...path, name]));
  return [{ path, value }, ...inner];
}

function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== "object" || value === null;
}

function replaceAt(json: Json, [name, ...rest]: Path, to: Json | typeof MISSING): Json {
  if (name === undefined) return to === MISSING ? null : to;
  if (isList(json)) return json.map((row, index) => (index === name ? replaceAt(row, rest, to) : row));
  const object = json as { readonly [name: string]: Json };
  if (rest.length > 0 || to !== MISSING) return { ...object, [name]: replaceAt(object[name] ?? null, rest, to) };
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
}

function describeField(path: Path): string {
  return path
    .slice(1)
    .map((part) => (typeof part === "number" ? "*" : part))
    .join(".");
}
