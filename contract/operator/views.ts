import { z } from "zod";

/** What the operators' API says of acts, lists and cards. The console draws its pages from it. */

/** Where a row or a line leads: a card, a list with filters, or an act that has been checked. */
export const linkShape = z.union([
  z.object({ card: z.string(), id: z.string() }),
  z.object({ list: z.string(), filters: z.record(z.string()).readonly().default({}) }),
  z.object({ request: z.string() }),
]);
export type ViewLink =
  | { readonly card: string; readonly id: string }
  | { readonly list: string; readonly filters?: Readonly<Record<string, string>> }
  | { readonly request: string };

/** One row of a table. */
export const rowShape = z.object({
  cells: z.array(z.string()).readonly(),
  link: linkShape.optional(),
});
export interface ViewRow {
  readonly cells: readonly string[];
  readonly link?: ViewLink;
}

export const columnShape = z.object({
  title: z.string(),
  /** Numbers stand at the right. */
  isNumber: z.boolean().default(false),
});
export interface ViewColumn {
  readonly title: string;
  readonly isNumber?: boolean;
}

export const tableShape = z.object({
  columns: z.array(columnShape).readonly(),
  rows: z.array(rowShape).readonly(),
  /** How many rows there are, when the table shows only the first. */
  total: z.number().int().optional(),
});
export interface ViewTable {
  readonly columns: readonly ViewColumn[];
  readonly rows: readonly ViewRow[];
  readonly total?: number;
}

/** A named value. */
export const factShape = z.object({ label: z.string(), value: z.string(), link: linkShape.optional() });
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly link?: ViewLink;
}

export const sectionShape = z.object({
  title: z.string(),
  facts: z.array(factShape).readonly().default([]),
  table: tableShape.optional(),
  /** The list that shows all of the rows. */
  more: linkShape.optional(),
});
export interface ViewSection {
  readonly title: string;
  readonly facts?: readonly Fact[];
  readonly table?: ViewTable;
  readonly more?: ViewLink;
}

/** An act that is offered on a card, with the values that are known. */
export const offeredActShape = z.object({
  act: z.string(),
  title: z.string(),
  input: z.record(z.string()).readonly().default({}),
});

export const fieldControls = ["text", "multiline", "number", "date", "choice", "flag", "file", "secret"] as const;
export type FieldControl = (typeof fieldControls)[number];

/** How a value is asked for. */
export const fieldShape = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string().default(""),
  control: z.enum(fieldControls),
  isRequired: z.boolean(),
  choices: z
    .array(z.object({ value: z.string(), label: z.string() }))
    .readonly()
    .default([]),
});
export type FieldView = z.infer<typeof fieldShape>;

export const actShape = z.object({
  name: z.string(),
  title: z.string(),
  group: z.string(),
  /** What the operator should know before. */
  explanation: z.string().default(""),
  /** Whether a fresh code is asked for. */
  needsCode: z.boolean(),
  fields: z.array(fieldShape).readonly(),
});
export type ActView = z.infer<typeof actShape>;

export const listShape = z.object({
  name: z.string(),
  title: z.string(),
  group: z.string(),
  filters: z.array(fieldShape).readonly(),
});

/** What an act has changed, or would change. */
export const outcomeShape = z.object({
  lines: z.array(z.string()).readonly(),
  table: tableShape.optional(),
  /** The points that it credits or takes in all. */
  points: z.number().int().default(0),
  link: linkShape.optional(),
});
