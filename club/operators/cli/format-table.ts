import type { ViewTable } from "../../../contract/operator/views";

/** A table as lines of text, its columns aligned. */
export function formatTable({ columns, rows }: ViewTable): string[] {
  const titles = columns.map(({ title }) => title);
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  const format = (cells: readonly string[]) =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? "";
        return columns[column]?.isNumber ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return [format(titles), ...rows.map(({ cells }) => format(cells))];
}
