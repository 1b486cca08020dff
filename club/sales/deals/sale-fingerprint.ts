import { hash } from "node:crypto";
import { foldDocumentNumber } from "./document-number";

/** The values of a report's row that identify its sale. */
export interface Sale {
  readonly curatorId: number;
  /** "YYYY-MM-DD" */
  readonly sellDate: string;
  readonly managerId: number;
  readonly inn: string;
  readonly articleCode: string;
  readonly count: number;
  /** Of its document, as the report has it; empty or missing without one. */
  readonly documentNumber?: string;
}

/**
 * Creates a function that returns the fingerprint of each sale of one file. Equal rows of a file are different sales, so the
 * fingerprint includes how many equal rows came before. The same rows in another file, in any order, have the same
 * fingerprints and aren't counted again.
 */
export function createFingerprinter(): (sale: Sale) => Buffer {
  const occurrences = new Map<string, number>();
  return ({ curatorId, sellDate, managerId, inn, articleCode, count, documentNumber = "" }) => {
    const document = foldDocumentNumber(documentNumber);
    const sale = [curatorId, sellDate, managerId, inn, articleCode, count, ...(document ? [document] : [])].join(
      "\u0000",
    );
    const occurrence = (occurrences.get(sale) ?? 0) + 1;
    occurrences.set(sale, occurrence);
    // From a string, Buffers share their memory; each of the long files' would have some hundred bytes of its own otherwise.
    return Buffer.from(hash("sha256", `${sale}\u0000${occurrence}`, "hex"), "hex");
  };
}
