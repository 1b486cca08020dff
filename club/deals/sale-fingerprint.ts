import { createHash } from "node:crypto";

/** What makes a row of a report the sale that it is. */
export interface Sale {
  readonly curatorId: number;
  /** "YYYY-MM-DD" */
  readonly sellDate: string;
  readonly managerId: number;
  readonly inn: string;
  readonly articleCode: string;
  readonly count: number;
}

/**
 * The fingerprints of a file's sales, in their order. Equal rows of one file are sales of their own; the n-th of them is
 * the n-th of another file, however it is sorted.
 */
export function createFingerprinter(): (sale: Sale) => Buffer {
  const occurrences = new Map<string, number>();
  return ({ curatorId, sellDate, managerId, inn, articleCode, count }) => {
    const sale = [curatorId, sellDate, managerId, inn, articleCode, count].join("\u0000");
    const occurrence = (occurrences.get(sale) ?? 0) + 1;
    occurrences.set(sale, occurrence);
    return createHash("sha256").update(`${sale}\u0000${occurrence}`).digest();
  };
}
