import { z } from "zod";
import { keepId } from "./ids";
import { readDate, UNREADABLE_DATE } from "./read-date";

/*
 * Readers of the fields of a reply. The specification shows few replies, so they demand little: null is the same as a
 * missing field, numbers and flags may be texts, an empty object may be an empty array. What still can't be read is left out:
 * a text is then empty, an optional number missing, and a row of a list isn't there. `collectLeftOut` tells where.
 */

let places: string[] | null = null;

/** Runs `read` and returns the places of what its readers left out, such as `items.*.price`. Never a value. */
export function collectLeftOut<Result>(read: () => Result): { result: Result; leftOut: string[] } {
  const outer = places;
  places = [];
  try {
    return { result: read(), leftOut: places };
  } finally {
    places = outer;
  }
}

type Path = readonly (string | number)[];

/** Where a value stands. Its path is made when it is asked for. */
interface Place {
  readonly path: Path;
}

function leaveOut({ path }: Place): void {
  places?.push(describePlace(path));
}

/** A place in a reply: the names of its fields, with `*` for the number of a row. */
export function describePlace(path: Path): string {
  return path.map((part) => (typeof part === "number" ? "*" : part)).join(".") || "(result)";
}

/** Changes a value into what the schema after it accepts. */
type Change = (value: unknown, place: Place) => unknown;

/**
 * What `z.preprocess` makes, without the objects that it needs for changes that wait or raise issues. A list has hundreds of
 * fields, and each would cost half a kilobyte of short-lived memory.
 */
class Reader<Schema extends z.ZodTypeAny, Input> extends z.ZodEffects<Schema, z.output<Schema>, Input> {
  readonly #change: Change;

  constructor(schema: Schema, change: Change) {
    super(z.preprocess(change, schema)._def);
    this.#change = change;
  }

  override _parse(input: z.ParseInput): z.ParseReturnType<z.output<Schema>> {
    return this._def.schema._parse(new ChangedInput(input, this.#change(input.data, input)));
  }

  copy(): Reader<Schema, Input> {
    return new Reader<Schema, Input>(this._def.schema, this.#change);
  }
}

/** A changed value at the place of the one that came. */
class ChangedInput implements z.ParseInput {
  readonly #input: z.ParseInput;
  readonly data: unknown;

  constructor(input: z.ParseInput, data: unknown) {
    this.#input = input;
    this.data = data;
  }

  get path() {
    return this.#input.path;
  }

  get parent() {
    return this.#input.parent;
  }
}

/**
 * A reader that first changes a value into what `schema` accepts. The schema is also what the API description shows;
 * `Input` is what the club may reply.
 */
export function prepare<Schema extends z.ZodTypeAny, Input = z.input<Schema>>(schema: Schema, change: Change) {
  return new Reader<Schema, Input>(schema, change);
}

/** What the club writes for a field: its API description shows this, and not what the portal would read as well. */
const writtenTypes = new WeakMap<object, readonly string[]>();

/** The JSON types that the club writes for a field, by the definition of its reader; undefined for those of its schema. */
export function findWrittenTypes(definition: object): readonly string[] | undefined {
  return writtenTypes.get(definition);
}

function written<Schema extends z.ZodTypeAny>(reader: Schema, ...types: readonly string[]): Schema {
  writtenTypes.set(reader._def, types);
  return reader;
}

/** The definitions of the readers of fields beyond the specification. */
const extensionFields = new WeakSet<object>();

/** Whether a field of a reply is beyond the specification. @param definition of its reader */
export function isExtensionField(definition: object): boolean {
  return extensionFields.has(definition);
}

/** A field of a reply that the specification lacks: an upstream may lack it too, and the pages do without. */
export function extensionField<Schema extends z.ZodTypeAny, Input>(reader: Reader<Schema, Input>) {
  const field = reader.copy();
  const types = writtenTypes.get(reader._def);
  if (types) writtenTypes.set(field._def, types);
  extensionFields.add(field._def);
  return field;
}

type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Null, an empty text, and what PHP makes of an empty object. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Nothing, or a success without content in place of an object or a list. */
export function isWithoutContent(value: unknown): boolean {
  return isNothing(value) || typeof value === "boolean";
}

function isScalar(value: unknown): value is string | number | bigint {
  if (typeof value === "string") return value !== "";
  return typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
}

/** A text of Unicode; a number is written as one. Empty when it is missing or no text. */
export const wireText = written(
  prepare<z.ZodString, string | number | null | undefined>(z.string(), readText),
  "string",
  "null",
);

/**
 * A day or a moment in ISO 8601, whatever it was written as. Other texts stay as they are, and are shown so; what came and can't
 * be read is a dash.
 */
export const wireDate = written(
  prepare<z.ZodString, string | number | null | undefined>(z.string(), (value, place) => {
    const date = readDate(value);
    if (date === undefined) leaveOut(place);
    return date ?? UNREADABLE_DATE;
  }),
  "string",
  "null",
);

/** A text that goes back, such as a size: nothing is guessed of an object. */
export const keptText = written(
  prepare<z.ZodString, string | number | null | undefined>(z.string(), readScalar),
  "string",
  "null",
);

/** One of these words in the club's replies. Other upstreams may have words of their own, which are shown as they are. */
export function wordOf<Word extends string>(words: readonly Word[]) {
  const isWord = (value: unknown) => words.some((word) => word === value);
  return prepare<z.ZodString, Word | null | undefined>(z.string().describe(words.join(", ")), (value, place) =>
    // A word may come with its title.
    readText((isRecord(value) && Object.values(value).find(isWord)) || value, place),
  );
}

/** Where a text stands that comes as an object: one with a title, one of several languages, or one of an XML document. */
const TEXT_NAMES = ["ru", "name", "title", "label", "display_name", "text", "value", "rendered", "#text", "code"];

function readText(value: unknown, place: Place): string {
  const text = isRecord(value) ? TEXT_NAMES.map((name) => value[name]).find(isScalar) : value;
  if (isScalar(text)) return String(text).toWellFormed();
  if (Array.isArray(text) && text.length > 0 && text.every((line) => line === "" || isScalar(line)))
    return text.join("\n").toWellFormed();
  if (!isNothing(value)) leaveOut(place);
  return "";
}

function readScalar(value: unknown, place: Place): string {
  if (isScalar(value)) return String(value).toWellFormed();
  if (!isNothing(value)) leaveOut(place);
  return "";
}

/** An id that may be missing; then empty. It only tells rows apart, or stands in an address. */
export const optionalId = written(
  prepare<z.ZodString, string | number | null | undefined>(z.string(), readScalar),
  "string",
  "integer",
  "null",
);

/** An id that a later call sends as it came; empty when it is missing. */
export const optionalKeptId = written(
  prepare<z.ZodString, string | number | null | undefined>(z.string(), readId),
  "string",
  "integer",
  "null",
);

/** An id that a later call sends as it came, of what nobody can choose without it. */
export const keptId = written(
  prepare<z.ZodString, string | number>(z.string().min(1), (value, place) =>
    isScalar(value) ? readId(value, place) : value,
  ),
  "string",
  "integer",
);

function readId(value: unknown, place: Place): string {
  return keepId(typeof value === "string" ? value.toWellFormed() : isScalar(value) ? value : readScalar(value, place));
}

/** PostgreSQL writes `f`, and a bit of MySQL is a character or, from Node, a buffer. */
const FALSE_WORDS = ["", "false", "f", "no", "n", "off", "null", "none", "inactive", "disabled", "нет", "\u0000"];

/** A flag: a boolean, 0 or 1, or a word for one of them. @param missing its value when it is missing */
export function flagOr(missing: boolean) {
  return prepare(z.boolean(), (value) => {
    if (value === undefined || value === null) return missing;
    return readFlag(value);
  });
}

/** What a flag says that isn't missing. */
export function readFlag(value: unknown): boolean {
  if (typeof value === "string") return !FALSE_WORDS.includes(value.trim().toLowerCase()) && readNumber(value) !== 0;
  if (isRecord(value)) return Array.isArray(value.data) && readFlag(value.data);
  return Array.isArray(value) ? value.length === 1 && readFlag(value[0]) : Boolean(value);
}

/** A flag that is false when it is missing. */
export const wireFlag = flagOr(false);

/** A number that is needed, such as a price: missing or unreadable, it doesn't match the contract. */
export const requiredNumber = prepare(z.number().finite(), (value) => readNumber(value) ?? value);

/** An amount of a row: undefined when it is missing. An unreadable one doesn't match the contract: its row is left out. */
export const wireAmount = written(
  prepare<z.ZodOptional<z.ZodNumber>, number | string | null | undefined>(z.number().finite().optional(), (value) =>
    isNothing(value) ? undefined : (readNumber(value) ?? value),
  ),
  "number",
  "null",
);

/** A number that a page can do without: undefined when it is missing or unreadable. */
export const optionalNumber = written(
  prepare<z.ZodOptional<z.ZodNumber>, number | string | null | undefined>(z.number().optional(), (value, place) => {
    const number = readNumber(value);
    if (number === undefined && !isNothing(value)) leaveOut(place);
    return number;
  }),
  "number",
  "null",
);

/** Reads `1 500,5` as 1500.5. Undefined for what is no number. */
function readNumber(value: unknown): number | undefined {
  if (typeof value === "bigint") return readNumber(Number(value));
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  const digits = value.replace(/[\s']/g, "").replace("−", "-");
  const text = digits.includes(".") ? digits.replaceAll(",", "") : digits.replace(",", ".");
  const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

interface ObjectOptions {
  /** The field that is meant when the reply has a text, a number or a boolean in place of the object. */
  readonly scalar?: string;
  /** The same, for a field that is an id: a text without a digit, such as "ok", is none. */
  readonly scalarId?: string;
}

interface ListOptions {
  /** The field of a row that is its key, and the one that is its only value, where the rows are an object instead of an array. */
  readonly keyed?: { readonly key: string; readonly scalar: string };
}

/** An object whose fields may all be missing, and so may itself: then, or when it is no object, all its fields are read as missing. */
export function objectOf<Shape extends z.ZodRawShape>(shape: Shape, { scalar, scalarId }: ObjectOptions = {}) {
  const names = Object.keys(shape);
  return prepare(z.object(shape), (sent, place) => {
    const value = unwrapObject(sent, names);
    const object = wrapScalar(value, scalar ?? (isScalar(value) && /\d/.test(String(value)) ? scalarId : undefined));
    if (isRecord(object)) return object;
    if (!isWithoutContent(value)) leaveOut(place);
    return {};
  });
}

/** An object that may be missing: null then, or when it is no object or an empty one. */
export function optionalObjectOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.object(shape).nullable();
  const names = Object.keys(shape);
  return prepare<typeof schema, z.input<typeof schema> | undefined>(schema, (sent, place) => {
    const value = unwrapObject(sent, names);
    if (isRecord(value)) return Object.keys(value).length > 0 ? value : null;
    if (!isWithoutContent(value)) leaveOut(place);
    return null;
  });
}

/** A row of a list. An object without any of these fields is no such row. */
export function rowOf<Shape extends z.ZodRawShape>(shape: Shape, { scalar }: ObjectOptions = {}) {
  const names = Object.keys(shape);
  return prepare(z.object(shape), (value) => {
    const row = joinParts(wrapScalar(value, scalar), names);
    return isRecord(row) && names.some((name) => name in row) ? row : undefined;
  });
}

/** What JSON:API says of every object beside its fields. */
const BESIDE_FIELDS = ["id", "type"];

/** An object whose fields stand in a part of it, beside its id or alone: `attributes` of JSON:API, `node` of GraphQL. */
function joinParts(value: unknown, names: readonly string[]): unknown {
  const fields = names.filter((name) => !BESIDE_FIELDS.includes(name));
  if (!isRecord(value) || fields.some((name) => name in value)) return value;
  const isPart = (part: unknown): part is Fields => isRecord(part) && fields.some((name) => name in part);
  const [part, other] = Object.values(value).filter(isPart);
  return part && !other ? { ...("id" in value && { id: value.id }), ...part } : value;
}

/**
 * Reads a field of an object under another name where it isn't there under its own, also within a wrapper that is known by either.
 */
export function renameField(sent: unknown, name: string, other: string): unknown {
  const value = unwrapObject(sent, [name, other]);
  const isElsewhere = isRecord(value) && isNothing(value[name]) && !isNothing(value[other]);
  return isElsewhere ? { ...value, [name]: value[other] } : value;
}

const OBJECT_NAMES = ["data", "item", "items", "result", "response", "payload"];

/**
 * The object that is meant by a list of one, or by an object that only wraps it. @param names of its fields: what has one of them
 * is the object itself
 */
export function unwrapObject(value: unknown, names: readonly string[], wrappers = NESTED_WRAPPERS): unknown {
  const one = joinParts(takeOnly(value), names);
  if (!isRecord(one) || wrappers === 0 || names.some((name) => name in one)) return one;
  const inner = Object.values(one)
    .map(takeOnly)
    .filter((part) => isRecord(part) && names.some((name) => name in part));
  // Under another name, such as `user`, it is known by its fields.
  if (inner.length === 1) return joinParts(inner[0], names);
  const wrapped = OBJECT_NAMES.map((name) => takeOnly(one[name])).find(isRecord);
  return wrapped ? unwrapObject(wrapped, names, wrappers - 1) : one;
}

/** Objects around an object that are taken off. */
const NESTED_WRAPPERS = 3;

function takeOnly(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 && isRecord(value[0]) ? value[0] : value;
}

function wrapScalar(value: unknown, name: string | undefined): unknown {
  const isWrapped = name !== undefined && (isScalar(value) || typeof value === "boolean");
  return isWrapped ? { [name]: value } : value;
}

const LEFT_OUT: unique symbol = Symbol("left out");
const NO_ROW: unique symbol = Symbol("no row");

/** The rows of an array. A row that doesn't match the contract is LEFT_OUT, and null in place of one is NO_ROW. */
function readableRowsOf<Row extends z.ZodTypeAny>(row: Row) {
  const readable = row.catch(({ error, input }: { error: z.ZodError; input: unknown }): never => {
    leaveOut(error.issues[0] ?? { path: [] });
    return (input === null ? NO_ROW : LEFT_OUT) as never;
  });
  return z.array(readable) as unknown as z.ZodType<z.output<Row>[], z.ZodArrayDef<Row>, readonly z.input<Row>[]>;
}

function keepRows<Row>(rows: readonly Row[]): Row[] {
  return rows.filter((one: unknown) => one !== LEFT_OUT && one !== NO_ROW);
}

/** An array of rows, in which a row that doesn't match the contract is left out. */
function rowsOf<Row extends z.ZodTypeAny>(row: Row) {
  return readableRowsOf(row).transform(keepRows<z.output<Row>>);
}

type Rows<Row extends z.ZodTypeAny> = ReturnType<typeof rowsOf<Row>>;

/** A list within a reply; empty when it is missing or no list. */
export function listWithin<Row extends z.ZodTypeAny>(row: Row, { keyed }: ListOptions = {}) {
  return prepare<Rows<Row>, z.input<Rows<Row>> | null | undefined>(rowsOf(row), (value, place) => {
    const rows = findRows(value, keyed, namesOf(row));
    if (!rows) leaveOut(place);
    return rows ?? [];
  });
}

/** A list within a reply that may be missing: undefined then. */
export function optionalListWithin<Row extends z.ZodTypeAny>(row: Row) {
  return prepare<z.ZodOptional<Rows<Row>>, z.input<Rows<Row>> | null | undefined>(
    rowsOf(row).optional(),
    (value, place) => {
      if (value === undefined || value === null) return undefined;
      const rows = findRows(value, undefined, namesOf(row));
      if (!rows) leaveOut(place);
      return rows;
    },
  );
}

/** A reply that is a list, all of it. */
export function arrayOf<Row extends z.ZodTypeAny>(row: Row, { keyed }: ListOptions = {}) {
  return prepare(rowsOf(row), (value) => findRows(value, keyed, namesOf(row)) ?? value);
}

/** A page of a list. */
export interface WirePage<Row> {
  items: Row[];
  /** The rows of this page as the upstream sent them, with those that were left out. */
  sent: number;
  /** The number of rows on all pages; without a total in the reply that of this page. */
  total: number;
  /** Whether the reply has a total. Without one, more items than a page holds are the whole list. */
  hasTotal: boolean;
  page?: number | undefined;
  /** The rows of a page by the upstream's own count. */
  per_page?: number | undefined;
  /** Where the rows begin, from 0, if the upstream sent only those that the call's `rows` ask for. */
  first_row?: number | undefined;
}

/** A reply that is a page of a list: `{items, total}`, or a bare array where a list is meant. */
export function listOf<Row extends z.ZodTypeAny>(row: Row, { keyed }: ListOptions = {}) {
  return prepare(pageOf(row), (value) => {
    const items = findRows(value, keyed, namesOf(row));
    return items ? { ...findPaging(value), items } : value;
  });
}

/** A page of a list within a reply; empty when it is missing or no list. */
export function pageWithin<Row extends z.ZodTypeAny>(row: Row) {
  return prepare(pageOf(row), (value, place) => {
    const items = findRows(value, undefined, namesOf(row));
    if (!items) leaveOut(place);
    return { ...findPaging(value), items: items ?? [] };
  });
}

function pageOf<Row extends z.ZodTypeAny>(row: Row) {
  return z
    .object({
      items: readableRowsOf(row),
      total: optionalNumber,
      page: optionalNumber,
      per_page: optionalNumber,
      first_row: extensionField(optionalNumber),
    })
    .transform(({ items, total, ...paging }): WirePage<z.output<Row>> => {
      const rows = items.filter((one: unknown) => one !== NO_ROW).length;
      const hasTotal = total !== undefined && total >= rows;
      return { items: keepRows(items), sent: items.length, total: hasTotal ? total : rows, hasTotal, ...paging };
    });
}

/** What frameworks put around a reply, and around the rows of a page. */
const ENVELOPE_NAMES = ["result", "response", "payload", "content"];
const LIST_NAMES = ["items", "data", "list", "rows", "results", "suggestions"];

/** The names of a row's fields; none where its schema doesn't tell. */
function namesOf(row: z.ZodTypeAny): readonly string[] {
  if (row instanceof z.ZodEffects) return namesOf(row.innerType());
  return row instanceof z.ZodObject ? Object.keys(row.shape) : [];
}

/**
 * Finds the rows of a list, however it is wrapped. Undefined when there can't be any.
 * @param names of a row's fields: an object with none of them is no row, and wraps the only list within it
 */
export function findRows(
  sent: unknown,
  keyed?: ListOptions["keyed"],
  names: readonly string[] = [],
): readonly unknown[] | undefined {
  const list = unwrapList(unwrapPage(sent));
  if (Array.isArray(list)) return list.length === 1 && Array.isArray(list[0]) && list[0].length > 0 ? list[0] : list;
  if (isWithoutContent(list)) return [];
  if (!isRecord(list)) return undefined;
  const own = findOwnList(list) ?? findListWithin(list, names);
  if (own) return own;
  if (keyed && !(keyed.key in list)) return listKeyed(list, keyed);
  const all = Object.values(list);
  const values = all.filter((one) => one !== null);
  // PHP sends an array with gaps as an object keyed by number; others key a list by id. A single object is one row.
  return values.every(isRecord) && (values.length > 0 || all.length === 0) ? values : [list];
}

const TOTAL_NAMES = ["total", "total_count", "count", "totalCount", "totalElements", "totalItems", "hydra:totalItems"];
const PAGE_NAMES = ["page", "current_page", "per_page", "last_page", "first_row", "meta", "pagination"];
const FIGURE_NAMES = [...TOTAL_NAMES, ...PAGE_NAMES];

/** Whether a field beside a list is a figure of its page. */
export function isFigure(name: string): boolean {
  return FIGURE_NAMES.includes(name);
}

/** The only list of an object that has nothing else but figures of a page: the rows under a name of their own, such as `deals`. */
function findOwnList(wrapper: Fields): readonly unknown[] | undefined {
  const others = Object.entries(wrapper).filter(([name]) => !isFigure(name));
  const rows = others[0]?.[1];
  return others.length === 1 && Array.isArray(rows) ? rows : undefined;
}

/** The only list of rows in a wrapper whatever stands beside it, such as `hydra:member`, or one level deeper, as in `_embedded`. */
function findListWithin(wrapper: Fields, names: readonly string[]): readonly unknown[] | undefined {
  if (names.length === 0 || names.some((name) => name in wrapper)) return undefined;
  // A row, in a list that is keyed by id, has lists of its own.
  const inner = Object.values(wrapper).filter(
    (one): one is Fields => isRecord(one) && !names.some((name) => name in one),
  );
  const lists = [wrapper, ...inner].flatMap((one) => Object.values(one)).filter((one) => hasRows(one, names));
  return lists.length === 1 ? (lists[0] as readonly unknown[]) : undefined;
}

function hasRows(value: unknown, names: readonly string[]): boolean {
  const isRow = (row: unknown) => isRecord(row) && names.some((name) => name in row);
  return Array.isArray(value) && value.some((row) => isRow(row) || isRow(joinParts(row, names)));
}

/** The page that is the only one of a list: an object of rows and figures alone. */
function unwrapPage(value: unknown): unknown {
  const one = takeOnly(value);
  if (one === value || !isRecord(one)) return value;
  const others = Object.keys(one).filter((name) => !isFigure(name));
  return others.length === 1 && findListName(one) === others[0] ? one : value;
}

/** What the names of lists lead to. */
function unwrapList(value: unknown): unknown {
  const innermost = listWrappers(value).at(-1);
  const name = innermost && findListName(innermost);
  return name === undefined ? (innermost ?? value) : innermost?.[name];
}

/** The objects within each other that lead to a list. Not by recursion: an upstream could nest them deeper than the stack is. */
function listWrappers(value: unknown): Fields[] {
  const wrappers: Fields[] = [];
  let inner = value;
  while (isRecord(inner)) {
    wrappers.push(inner);
    const name = findListName(inner);
    inner = name === undefined ? undefined : inner[name];
  }
  return wrappers;
}

/** A number of that name is a figure of a single row, such as the `rows` of a month. */
function findListName(wrapper: Fields): string | undefined {
  const name = LIST_NAMES.find((one) => one in wrapper && typeof wrapper[one] !== "number");
  return name ?? ENVELOPE_NAMES.find((one) => typeof wrapper[one] === "object" && wrapper[one] !== null);
}

function listKeyed(rows: Fields, { key, scalar }: NonNullable<ListOptions["keyed"]>): unknown[] {
  const entries = Object.entries(rows).filter(([, row]) => row !== null);
  return entries.map(([name, row]) => ({ [key]: name, ...(isRecord(row) ? row : { [scalar]: row }) }));
}

/** Finds the figures of a page beside its rows, or around or above them. */
function findPaging(value: unknown): Fields {
  const holders = listWrappers(unwrapPage(value)).flatMap((one) => [one, one.meta, one.pagination].filter(isRecord));
  const find = (...names: string[]) =>
    holders.flatMap((holder) => names.map((name) => holder[name])).find((figure) => readNumber(figure) !== undefined);
  return {
    total: find(...TOTAL_NAMES),
    page: find("page", "current_page"),
    per_page: find("per_page"),
    first_row: find("first_row"),
  };
}

/** A reply whose content nobody reads. */
export const emptyReply = z.unknown().transform(() => ({}));

/** What is said about rows of an uploaded file that follow one another. */
export const rowMessage = rowOf({ first_row: optionalNumber, last_row: optionalNumber, message: wireText });
export type RowMessage = z.output<typeof rowMessage>;
