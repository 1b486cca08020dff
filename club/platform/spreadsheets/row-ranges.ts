/** What is said about rows that follow one another. */
interface RowMessage {
  readonly first_row: number;
  last_row: number;
  readonly message: string;
}

/** Joins rows that follow one another and have the same message. @param rows in the order of their numbers */
export function joinRows(rows: readonly { number: number; message: string }[]): RowMessage[] {
  const ranges: RowMessage[] = [];
  for (const { number, message } of rows) {
    const last = ranges.at(-1);
    if (last && last.last_row === number - 1 && last.message === message) last.last_row = number;
    else ranges.push({ first_row: number, last_row: number, message });
  }
  return ranges;
}
