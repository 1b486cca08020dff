import { foldDocumentNumber } from "./document-number";
import type { ParsedDeal, ParsedRow } from "./parse-report";

/** A row that is the same as one above it. */
export interface EqualRow {
  readonly number: number;
  /** The number of the first row like it. */
  readonly first: number;
  readonly deal: ParsedDeal;
}

/** The rows of a file that are the same sale or return as one above them, so that they may stand there by mistake. */
export function findEqualRows(rows: readonly ParsedRow[]): EqualRow[] {
  const firstRows = new Map<string, number>();
  return rows.flatMap((row) => {
    if (!("deal" in row)) return [];
    const key = keyOf(row.deal);
    const first = firstRows.get(key);
    if (first === undefined) firstRows.set(key, row.number);
    return first === undefined ? [] : [{ ...row, first }];
  });
}

function keyOf({ sellDate, managerId, companyId, articleCode, count, documentNumber }: ParsedDeal): string {
  return [sellDate, managerId, companyId, articleCode, count, foldDocumentNumber(documentNumber)].join("\u0000");
}
