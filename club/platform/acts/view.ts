import { z } from "zod";
import type { OperatorRole } from "../../../contract/operator/roles";
import type { ViewColumn, ViewRow, ViewSection } from "../../../contract/operator/views";
import { alias } from "../../../contract/values";
import { parseId } from "../http/parse-id";
import { RefusalError } from "../http/refusal-error";
import { readLagging } from "../read-lagging";
import type { Services } from "../services";
import type { Act, ActGroup } from "./act";
import type { Fields, FieldValues } from "./field";

/** Rows of a page. */
export const LIST_ROWS = 50;

export interface ListPage {
  readonly rows: readonly ViewRow[];
  /** By what the next page continues: the key of the last row. Null at the end. */
  readonly next: string | null;
}

/** A count on today's page that leads to the list with these filters. It isn't shown when it is 0. */
export interface Attention {
  /** In Russian: «Отчёты ждут решения». */
  readonly title: string;
  readonly filters: Readonly<Record<string, string>>;
  count(services: Services): Promise<number>;
}

/** Reads the key of a row as an address or the command line has it; null when it can't be one. */
type ParseKey<Key> = (text: string) => Key | null;

/** Rows that an operator looks through, a page at a time. */
export interface List<F extends Fields = Fields, Key extends number | string = number> {
  /** The address: a plural noun, `people`. */
  readonly name: string;
  readonly group: ActGroup;
  readonly title: string;
  readonly summary: string;
  readonly roles: readonly OperatorRole[];
  readonly filters: F;
  readonly columns: readonly ViewColumn[];
  readonly today?: readonly Attention[];
  /** Of the key by which a page goes on, when it isn't a row's id. */
  readonly parseKey?: ParseKey<Key>;
  /** Its rows may be some seconds old, and are none that an operator comes to see right after an act. */
  readonly mayLag?: boolean;
  /** Reads the rows after the row with the key `after`, by an index: one more than a page has, for `pageOf`. */
  read(services: Services, filters: FieldValues<F>, after: Key | undefined): Promise<ListPage>;
}

export interface CardContent {
  readonly title: string;
  readonly sections: readonly ViewSection[];
  /** Of what it is, where it may be asked for by something else than its id. */
  readonly id?: number;
  /** The acts that fit now, with the values that are known. Those that the operator may not do are left out. */
  readonly acts: readonly { readonly act: string; readonly input?: Readonly<Record<string, string>> }[];
}

/** Everything about one thing. */
export interface Card {
  /** The address: a singular noun, `person`. */
  readonly name: string;
  /** In English, for the help of the command line. */
  readonly summary: string;
  readonly roles: readonly OperatorRole[];
  /** Null when there is none of this id. */
  read(services: Services, id: string): Promise<CardContent | null>;
}

export function defineList<F extends Fields, Key extends number | string = number>(list: List<F, Key>): List {
  return list as unknown as List;
}

/**
 * Reads a page of a list.
 * @param raw the filters as an address or the command line has them
 * @param after the key after which the page begins, as they have it
 * @throws ZodError whose paths are the filters
 * @throws RefusalError at `afterKey` when it can't be the key of a row
 */
export async function readPage(
  services: Services,
  list: List,
  raw: Readonly<Record<string, unknown>>,
  after?: string,
): Promise<ListPage> {
  const shape = Object.fromEntries(Object.entries(list.filters).map(([name, field]) => [name, field.schema]));
  const filters = z.object(shape).parse(raw);
  const { parseKey = parseId } = list;
  const key = after === undefined ? undefined : parseKey(after);
  if (key === null)
    throw new RefusalError(alias.validation, "Такой страницы списка нет. Откройте его сначала.", "afterKey");
  const read = (from: Services) => list.read(from, filters as never, key);
  return list.mayLag ? readLagging(services, read) : read(services);
}

/**
 * Makes a page of the rows that a list has found. One row more than the page has says that another page follows.
 * @param found at most `LIST_ROWS + 1` rows, whose ids are the keys by which the list goes on
 */
export function pageOf<Row extends { readonly id: number | string }>(
  found: readonly Row[],
  view: (row: Row) => ViewRow,
): ListPage {
  const rows = found.slice(0, LIST_ROWS);
  const last = found.length > LIST_ROWS ? rows.at(-1) : undefined;
  return { rows: rows.map(view), next: last ? String(last.id) : null };
}

/** What a domain offers to operators. */
export interface OperatorPart {
  readonly acts?: readonly Act[];
  readonly lists?: readonly List[];
  readonly cards?: readonly Card[];
}
