/** Prints rows with the same columns: the first column to the left, the others to the right. */
export function printTable(rows: readonly Readonly<Record<string, string>>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => (row[column] ?? "").length)));
  const printLine = (cells: readonly string[]) =>
    console.log(
      cells
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join("  "),
    );
  printLine(columns);
  for (const row of rows) printLine(columns.map((column) => row[column] ?? ""));
}
