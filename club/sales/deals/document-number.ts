import { foldLookAlikes, normaliseText } from "../../../contract/normalise-text";
import type { Cell } from "../../platform/spreadsheets/cell";

/** The longest number of a document that a report may have. */
export const LONGEST_DOCUMENT_NUMBER = 200;

/** What people write where a document has no number, besides a dash. */
const NO_NUMBER = /^(?:б\s*[/\\.]?\s*н\.?|нет|без номера|без документа|0+)$/iu;

/** Reads the number of a document as it stands in the cell; empty for none. */
export function readDocumentNumber(cell: Cell): string {
  if (cell === null) return "";
  const text = normaliseText(cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)).trim();
  return /[\p{L}\p{N}]/u.test(text) && !NO_NUMBER.test(text) ? text : "";
}

/**
 * The form in which numbers of documents are compared: as other codes that look the same, without the sign of a number and without
 * the zeros that a spreadsheet takes away.
 */
export function foldDocumentNumber(text: string): string {
  return foldLookAlikes(text)
    .replaceAll("№", "")
    .replace(/^0+(?=\d+$)/, "");
}
