import type { FileColumn } from "../../../contract/columns";
import type { Cell } from "./cell";

/** The columns that are looked for in a table, as plain data that can be sent to another thread. */
export interface TableShape {
  readonly columns: readonly (FileColumn & {
    /** Other headers that people use for it: lower case, letters and digits only, е for ё. */
    readonly otherNames: readonly string[];
    /** The header by which those who uploaded the table know the column. It goes before all others, and is nobody else's. */
    readonly ownName?: string | undefined;
  })[];
}

/** A header of a table with the first value below it, as texts. */
export interface TableHeader {
  readonly name: string;
  readonly example: string;
}

/** A row of a table with the cells of the shape's columns, in their order. */
export interface ShapedRow {
  /** The row's number in the spreadsheet. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** Something of the file that wasn't read. Both texts are for the person who uploaded it. */
export interface TableNote {
  /** Such as "Лист «Март»". */
  readonly place: string;
  readonly message: string;
}

/** The headers of a table, and which of them is that of each column of the shape. */
export interface FoundHeaders {
  readonly headers: readonly TableHeader[];
  readonly found: readonly (string | null)[];
}

/** A table as the parser gives it: its rows, or the titles of the columns that are missing. */
export type ShapedTable = FoundHeaders & ShapedContent;

type ShapedContent =
  | {
      readonly rows: readonly ShapedRow[];
      readonly notes: readonly TableNote[];
      /** Whether numbers that stand for dates count days from 1904, as in workbooks of old Macs, or from 1900. */
      readonly countsFrom1904: boolean;
    }
  | { readonly missing: readonly string[] };
