import type { Cell } from "./cell";

/** What the club's own template calls a column, and what else people call it (small letters, no signs, е for ё). */
export interface ColumnNames {
  readonly title: string;
  readonly names: readonly string[];
}

export interface TitledRow<Column extends string> {
  /** The row's number in the spreadsheet. */
  readonly number: number;
  cell(column: Column): Cell;
}

/** The rows from the top among which the header is looked for. */
const HEADER_WITHIN = 30;
/** As many known names make a row the header, so that a title above the table isn't taken for one. */
const HEADER_NAMES = 2;

/**
 * Finds the header, matched loosely (order, capitals, spaces, ё and е, usual other names), in the first sheet that has
 * one with every required column.
 * @returns its rows that aren't empty, or the columns that are missing
 */
export function readTitledTable<Column extends string>(
  sheets: readonly (readonly (readonly Cell[])[])[],
  columns: Readonly<Record<Column, ColumnNames>>,
  required: readonly Column[],
): { rows: readonly TitledRow<Column>[] } | { missing: readonly Column[] } {
  let missing: readonly Column[] = required;
  for (const sheet of sheets) {
    const found = findHeader(sheet, columns);
    if (!found) continue;
    missing = required.filter((column) => found.places[column] === undefined);
    if (missing.length > 0) continue;
    const rows = sheet
      .map((cells, index) => ({ cells, number: index + 1 }))
      .slice(found.index + 1)
      .filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ""))
      .map(({ cells, number }) => ({
        number,
        cell(column: Column): Cell {
          const place = found.places[column];
          return place === undefined ? null : (cells[place] ?? null);
        },
      }));
    return { rows };
  }
  return { missing };
}

function findHeader<Column extends string>(
  sheet: readonly (readonly Cell[])[],
  columns: Readonly<Record<Column, ColumnNames>>,
) {
  let best: { index: number; places: Partial<Record<Column, number>>; count: number } | undefined;
  for (const [index, cells] of sheet.slice(0, HEADER_WITHIN).entries()) {
    const names = cells.map((cell) => (typeof cell === "string" ? simplify(cell) : ""));
    const places: Partial<Record<Column, number>> = {};
    for (const column of Object.keys(columns) as Column[]) {
      const place = columns[column].names.map((name) => names.indexOf(name)).find((at) => at >= 0);
      if (place !== undefined) places[column] = place;
    }
    const count = Object.keys(places).length;
    if (count >= HEADER_NAMES && count > (best?.count ?? 0)) best = { index, places, count };
  }
  return best;
}

function simplify(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[^a-zа-я0-9]/g, "");
}
