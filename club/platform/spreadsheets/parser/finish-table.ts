import type { LeftOutRows, ShapedTable, TableNote } from "../table-shape";
import type { TitledRows } from "./titled-rows";

interface Surroundings {
  readonly notes: readonly TableNote[];
  readonly countsFrom1904?: boolean;
  /** Rows of other sheets. */
  readonly elsewhere?: readonly LeftOutRows[];
  readonly hasUnreadRows?: boolean;
}

/** What has become of a file, once all rows of its table are added. */
export function finishTable(
  table: TitledRows,
  { notes, countsFrom1904 = false, elsewhere = [], hasUnreadRows = false }: Surroundings,
): ShapedTable {
  const { missing, headers, found, isHeadless } = table.finish();
  if (missing.length > 0) return { missing, headers, found, isHeadless };
  const leftOut = [...table.leftOut, ...elsewhere];
  return {
    rows: table.rows,
    notes: [...notes, ...table.notes],
    countsFrom1904,
    headers,
    found,
    isHeadless,
    lines: table.rows.length + leftOut.reduce((sum, { count }) => sum + count, 0),
    leftOut,
    hasUnreadRows: hasUnreadRows || table.hasRowsAbove,
    ...table.settle(),
  };
}
