import { z } from "zod";
import type { OperatorRole } from "../../contract/operator/roles";
import type { ViewColumn, ViewRow, ViewSection } from "../../contract/operator/views";
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

/** Rows that an operator looks through, a page at a time. */
export interface List<F extends Fields = Fields> {
  /** The address: a plural noun, `people`. */
  readonly name: string;
  readonly group: ActGroup;
  readonly title: string;
  readonly summary: string;
  readonly roles: readonly OperatorRole[];
  readonly filters: F;
  readonly columns: readonly ViewColumn[];
  readonly today?: readonly Attention[];
  /** Reads at most `LIST_ROWS` rows after the key `after`, by an index. */
  read(services: Services, filters: FieldValues<F>, after: string | undefined): Promise<ListPage>;
}

export interface CardContent {
  readonly title: string;
  readonly sections: readonly ViewSection[];
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

export function defineList<F extends Fields>(list: List<F>): List {
  return list as unknown as List;
}

/**
 * Reads filters as an address or the command line has them.
 * @throws ZodError whose paths are the filters
 */
export function parseFilters(list: List, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shape = Object.fromEntries(Object.entries(list.filters).map(([name, field]) => [name, field.schema]));
  return z.object(shape).parse(raw);
}

/** What a domain offers to operators. */
export interface OperatorPart {
  readonly acts?: readonly Act[];
  readonly lists?: readonly List[];
  readonly cards?: readonly Card[];
}
