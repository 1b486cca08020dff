import type { TableFacts } from "../../platform/spreadsheets/table-shape";

/** The most ranges of rows that are told. */
const RANGES_TOLD = 100;

/** What of a file isn't a sale, in the words of the calls that tell it. */
export function tellLeftOut({ lines, leftOut }: Pick<TableFacts, "lines" | "leftOut">) {
  return {
    lines,
    left_out: leftOut.reduce((sum, { count }) => sum + count, 0),
    left_out_rows: leftOut
      .slice(0, RANGES_TOLD)
      .map(({ first_row, last_row, message }) => ({ first_row, last_row, message })),
  };
}
