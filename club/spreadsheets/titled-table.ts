import type { FileColumn } from "../../contract/columns";
import type { Cell } from "./cell";

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
  columns: Readonly<Record<Column, FileColumn>>,
  otherNames: Readonly<Record<Column, readonly string[]>>,
): { rows: readonly TitledRow<Column>[] } | { missing: readonly Column[] } {
  const required = (Object.keys(columns) as Column[]).filter((column) => columns[column].isRequired);
  let missing: readonly Column[] = required;
  for (const sheet of sheets) {
    const found = findHeader(sheet, columns, otherNames);
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
  columns: Readonly<Record<Column, FileColumn>>,
  otherNames: Readonly<Record<Column, readonly string[]>>,
) {
  let best: { index: number; places: Partial<Record<Column, number>>; count: number } | undefined;
  for (const [index, cells] of sheet.slice(0, HEADER_WITHIN).entries()) {
    const names = cells.map((cell) => (typeof cell === "string" ? simplify(cell) : ""));
    const places: Partial<Record<Column, number>> = {};
    for (const column of Object.keys(columns) as Column[]) {
      const accepted = [simplify(columns[column].title), ...otherNames[column]];
      const place = accepted.map((name) => names.indexOf(name)).find((at) => at >= 0);
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
