import { z } from "zod";
import {
  arrayOf,
  findRows,
  flagOr,
  isRecord,
  isWithoutContent,
  keptText,
  listWithin,
  optionalId,
  prepare,
  wireText,
} from "./reply-fields";

/*
 * Sizes and other choices of prizes (§3.7). The specification names neither their fields nor their codes. What can't be
 * read is kept as a value without a text, so that nobody orders a prize without the size that it needs.
 */

type Fields = Readonly<Record<string, unknown>>;

const TEXT_NAMES = ["value", "name", "title", "label", "text"];
const STOCK_NAMES = ["in_stock", "available", "is_available", "stock", "quantity"];
const LIST_NAMES = ["values", "options", "variants", "items"];
const INNER_NAMES = ["characteristics", "properties", "fields", "attributes", "sizes"];
/** Where a row says whose it is, besides `prize_id`. */
const OWNER = /^(?:prize|product|gift|good|item|souvenir)(?:_?ids?)?$|^(?:prize|product|gift|good)s$/i;
const SIZE = /size|razmer|размер/i;

const choice = prepare(z.object({ id: optionalId, value: keptText, in_stock: flagOr(true) }), (row) => {
  if (!isRecord(row)) return { value: row };
  const sent = joinPart(row);
  return { id: sent.id, value: findNamed(sent, TEXT_NAMES), in_stock: findNamed(sent, STOCK_NAMES) };
});

const characteristic = prepare(
  z.object({
    /** Empty where the row doesn't say it, as in a reply about one prize. */
    prize_id: optionalId,
    code: wireText,
    name: wireText,
    values: listWithin(choice),
  }),
  (sent) => (isRecord(sent) && Object.keys(sent).length > 0 ? { ...sent, values: listChoices(sent) } : undefined),
);
export type Characteristic = z.output<typeof characteristic>;

const NAMES = ["prize_id", "code", "name", "value", ...LIST_NAMES];

const ROW_NAMES = [...NAMES, ...INNER_NAMES];

/** The rows: one for each characteristic, one for each value, or the characteristics of each prize together. */
export const characteristics = prepare(arrayOf(characteristic), (sent) =>
  isRecord(sent) && isByPrize(sent)
    ? spreadRow(sent)
    : (findRows(sent, undefined, ROW_NAMES)?.flatMap(spreadRow) ?? sent),
);

/** Whether the names are ids of prizes. PHP numbers the rows of a list too, and these say whose they are. */
function isByPrize(sent: Fields): boolean {
  const isOwned = (rows: unknown) => isRecord(rows) && ("id" in rows || findOwners(rows) !== undefined);
  const entries = Object.entries(sent);
  return (
    entries.length > 0 &&
    entries.every(([name, rows]) => /\d/.test(name) && typeof rows === "object" && rows !== null && !isOwned(rows))
  );
}

function spreadRow(row: unknown): unknown[] {
  if (isWithoutContent(row)) return [row];
  if (!isRecord(row)) return [{ values: [row] }];
  const sent = joinPart(row);
  const owners = findOwners(sent);
  const inner = INNER_NAMES.find((name) => name in sent);
  if (inner) return (owners ?? [sent.id]).flatMap((owner) => nameOwner(owner, sent[inner]));
  if (owners) return owners.map((prize_id) => ({ ...sent, prize_id }));
  if (NAMES.some((name) => name in sent) || Object.keys(sent).length === 0) return [sent];
  if (isByPrize(sent)) return Object.entries(sent).flatMap(([prize, rows]) => nameOwner(prize, rows));
  return [{ values: [{}] }];
}

/** The ids of the prizes that a row is of: an id, a prize with its id, or a list of them. Undefined where it doesn't say. */
function findOwners(row: Fields): unknown[] | undefined {
  const named = [row.prize_id, ...Object.keys(row).map((name) => OWNER.test(name) && row[name])];
  const lists = named.map((sent) => [sent].flat().map((one) => (isRecord(one) ? one.id : one)));
  return lists.find(
    (ids) => ids.length > 0 && ids.every((id) => id !== "" && /^(?:string|number|bigint)$/.test(typeof id)),
  );
}

/** A row whose fields stand in a part of it. Any other name of a part may be the prize's id. */
function joinPart(row: Fields): Fields {
  const part = [row.attributes, row.node].find(isRecord);
  return part ? { ...("id" in row && { id: row.id }), ...part } : row;
}

/** The characteristics of a prize, or the values of its only one. */
function nameOwner(prize_id: unknown, rows: unknown): unknown[] {
  const list = [rows].flat();
  const isOfRows = list.every((row) => isRecord(row) && ["code", ...LIST_NAMES].some((name) => name in row));
  const isNamed = list.every(isRecord) && list.some(({ name }) => SIZE.test(String(name)));
  return isOfRows || isNamed ? list.map((row) => ({ prize_id, ...(row as Fields) })) : [{ prize_id, values: rows }];
}

/** The values of a row: a list, an object that names them by their ids, or the row's own. */
function listChoices(row: Fields): unknown {
  const name = LIST_NAMES.find((one) => one in row);
  if (name === undefined) return "value" in row ? [row] : [{}];
  const values = row[name];
  if (values === null || Array.isArray(values)) return values;
  if (!isRecord(values)) return [{}];
  const isOfTexts = Object.values(values).every((value) => typeof value === "string" || typeof value === "number");
  return isOfTexts && !TEXT_NAMES.some((one) => one in values) ? Object.values(values) : values;
}

function findNamed(row: Fields, names: readonly string[]): unknown {
  return names.map((name) => row[name]).find((value) => value !== undefined && value !== null);
}

/** Whether a choice doesn't say which prize has it: any of them may need it. */
export function hasNoOwner({ prize_id, values }: Characteristic): boolean {
  return prize_id === "" && values.length > 0;
}

/** A size as it is sent in `selected_additional_fields`. */
export interface Size {
  readonly value: string;
  readonly inStock: boolean;
}

/** The sizes of a prize by its characteristics; null where it asks for a choice that can't be understood. */
export function readSizes(own: readonly Characteristic[]): Size[] | null {
  const sizes = own.filter(isSize);
  const isUnclear = own.some(({ values }) => values.some(({ value }) => value === ""));
  // One of two lists is another prize's.
  const isMixed = sizes.filter(({ values }) => values.length > 1).length > 1;
  if (isUnclear || isMixed || hasOtherChoice(own)) return null;
  return sizes.flatMap(({ values }) => values.map(({ value, in_stock }) => ({ value, inStock: in_stock })));
}

/** Whether something else has to be chosen. A characteristic with one value only describes the prize. */
function hasOtherChoice(own: readonly Characteristic[]): boolean {
  const named = own.filter((one) => !isSize(one)).flatMap(({ code, name, values }) => values.map(() => code || name));
  return new Set(named).size < named.length;
}

/** Whether a characteristic is the size, by its code or its name. One without either is. */
function isSize({ code, name }: Characteristic): boolean {
  return code + name === "" || SIZE.test(`${code} ${name}`);
}
