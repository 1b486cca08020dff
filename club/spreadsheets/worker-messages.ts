import type { ShapedRow, TableNote, TableShape } from "./table-shape";

/** What the thread that parses a table gets. */
export interface WorkerTask {
  readonly content: Uint8Array;
  readonly shape: TableShape;
  /** Whether the rows themselves are wanted, or only their number. */
  readonly wantsRows: boolean;
}

/** What it answers: rows in several messages, so that receiving them holds nobody up, then one of the others. */
export type WorkerMessage =
  | { readonly kind: "rows"; readonly rows: readonly ShapedRow[] }
  | {
      readonly kind: "table";
      readonly total: number;
      readonly notes: readonly TableNote[];
      readonly countsFrom1904: boolean;
    }
  | { readonly kind: "missing"; readonly missing: readonly string[] }
  | { readonly kind: "unreadable"; readonly message: string };
