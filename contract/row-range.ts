/**
 * Some of the rows of a long list, counted from 0. A call asks for them by the header `Range: rows=50-74`, beside the
 * parameters of the specification. An upstream that doesn't know the unit ignores the header (RFC 9110 §14.2) and sends all
 * rows; one that knows it sends these alone, with their beginning in `first_row`, and answers 206.
 */
export interface RowRange {
  readonly first: number;
  readonly count: number;
}

/** The most rows that are sent for one range. */
const LARGEST_COUNT = 1_000;

export function formatRowRange({ first, count }: RowRange): string {
  return `rows=${first}-${first + count - 1}`;
}

/** Reads a `Range` header. Null for any other, which means all rows. */
export function parseRowRange(header: string | undefined): RowRange | null {
  const [, from = "", to = ""] = /^rows=(\d{1,9})-(\d{1,9})$/.exec(header ?? "") ?? [];
  if (from === "" || Number(to) < Number(from)) return null;
  return { first: Number(from), count: Math.min(Number(to) - Number(from) + 1, LARGEST_COUNT) };
}
