import type { LackingTable, ShapedRow, TableFacts, TableShape } from "./table-shape";

/** What the thread that parses a table gets. */
export interface WorkerTask {
  /** Names content and shape: a table whose rows were only counted is kept until the thread gets the next task. */
  readonly key: string;
  /** Empty when the thread has kept the table of this key. */
  readonly content: Uint8Array;
  readonly shape: TableShape;
  /** Whether the rows themselves are wanted, or only their number. */
  readonly wantsRows: boolean;
}

/** Asks the thread for rows, once those before have been taken. */
export const NEXT_ROWS = "next";

/**
 * What it answers: one message that isn't of rows, and after a table its rows in several messages, when they are wanted. Messages
 * that have piled up are all received in one turn of the event loop, so rows are asked for each time, and others have their turn
 * in between.
 */
export type WorkerMessage =
  | { readonly kind: "rows"; readonly rows: readonly ShapedRow[] }
  | (TableFacts & {
      readonly kind: "table";
      readonly total: number;
      /** Only told with the number of rows; false with the rows themselves. */
      readonly hasEqualRows: boolean;
    })
  | (LackingTable & { readonly kind: "missing" })
  | { readonly kind: "unreadable"; readonly message: string };
