import type { FileColumn, TableAnswers } from "../../../contract/columns";
import type { Cell } from "./cell";
import type { OpenQuestion, TableReading } from "./table-reading";

/** The columns that are looked for in a table, as plain data that can be sent to another thread. */
export interface TableShape {
  readonly columns: readonly (FileColumn & {
    /** Other headers that people use for it: lower case, letters and digits only, е for ё. */
    readonly otherNames: readonly string[];
    /** The header by which those who uploaded the table know the column. It goes before all others, and is nobody else's. */
    readonly ownName?: string | undefined;
    /** What its texts are read as, all of them in one way. */
    readonly kind?: "day" | "count" | undefined;
  })[];
  /** How those who uploaded the table read what has two meanings. */
  readonly answers?: TableAnswers | undefined;
  /** The year of today, for years of two digits. */
  readonly year?: number | undefined;
}

/** A header of a table with the first value below it, as texts. */
export interface TableHeader {
  readonly name: string;
  readonly example: string;
  /** The letters of its column in the spreadsheet. */
  readonly place: string;
}

/** A row of a table with the cells of the shape's columns, in their order. */
export interface ShapedRow {
  /** The row's number in the spreadsheet. */
  readonly number: number;
  readonly cells: readonly Cell[];
  /** Why its values aren't known, in words for the person who uploaded it. */
  readonly problem?: string;
}

/** Something of the file that wasn't read. Both texts are for the person who uploaded it. */
export interface TableNote {
  /** Such as "Лист «Март»". */
  readonly place: string;
  readonly message: string;
}

/** Rows with a value that aren't rows of the table, and why. Those of another sheet have no numbers here: 0. */
export interface LeftOutRows {
  readonly first_row: number;
  readonly last_row: number;
  readonly message: string;
  readonly count: number;
}

/** The headers of a table, and which of them is that of each column of the shape. */
export interface FoundHeaders {
  readonly headers: readonly TableHeader[];
  readonly found: readonly (string | null)[];
  /** Whether the table has no titles, as far as can be seen: its first row is one like the others. */
  readonly isHeadless: boolean;
}

/** What is known of a table besides its rows. */
export interface TableFacts extends FoundHeaders {
  readonly notes: readonly TableNote[];
  /** Whether numbers that stand for dates count days from 1904, as in workbooks of old Macs, or from 1900. */
  readonly countsFrom1904: boolean;
  /** Rows with a value in the whole file: those of the table, and those left out. */
  readonly lines: number;
  readonly leftOut: readonly LeftOutRows[];
  /** Whether rows of the table may be elsewhere: on another sheet, or above its titles. */
  readonly hasUnreadRows: boolean;
  readonly reading: TableReading;
  /** What of the reading only those who uploaded the table can know. */
  readonly questions: readonly OpenQuestion[];
}

/** A required column that isn't found. */
export interface MissingColumn {
  readonly title: string;
  /** The headers that fit it, of which nobody knows which is the one; none mostly. */
  readonly fitting: readonly string[];
}

/** A table whose required columns aren't all found. */
export interface LackingTable extends FoundHeaders {
  readonly missing: readonly MissingColumn[];
}

/** A table as the parser gives it. */
export type ShapedTable = (TableFacts & { readonly rows: readonly ShapedRow[] }) | LackingTable;
