import { foldLookAlikes, normaliseText } from "../../../contract/normalise-text";
import { toRussianDate } from "../../../contract/russian-date";
import type { Cell } from "../../platform/spreadsheets/cell";
import { readExponent } from "./read-report-row";

/** The longest number of a document that a report may have. */
export const LONGEST_DOCUMENT_NUMBER = 200;

/** What people write where a document has no number, besides a dash. */
const NO_NUMBER = /^(?:б\s*[/\\.]?\s*н\.?|нет|без номера|без документа|0+(?:[.,]0+)?)$/iu;

/** Names of the document that goes with a sale, in front of its number. Other words make another document. */
const NAMES = [
  "(?:товарная |расходная |товарно-транспортная )?накладная",
  "накл\\.?",
  "ттн",
  "(?:универсальный передаточный )?документ(?: ?\\(статус [12]\\))?",
  "упд(?: ?\\(статус [12]\\))?",
  "сч[её]т[- ]фактура",
  "реализация(?: товаров и услуг| \\([^)]*\\))?",
  // With digits of its own, so that a number right behind it can't be told from them.
  "торг[- ]?12(?!\\d)",
];
/** What is written for «№». An N right in front of the digits may be the number's own. */
const SIGN = "#|N[oо]?\\.? ";
const NAMES_IN_FRONT = new RegExp(`^(?:${SIGN}|\\(?(?:${NAMES.join("|")})(?=[ №#:()\\d]|$)[ №:()]*)+`, "iu");

const DAY = "\\d{1,2}[./-]\\d{1,2}[./-](?:\\d{4}|\\d{2})|\\d{4}-\\d{2}-\\d{2}|\\d{1,2} \\p{L}+ \\d{4}";
const TIME = "\\d{1,2}:\\d{2}(?::\\d{2})?";
const DATE = `(?:${DAY})(?: ${TIME})? ?(?:года|г)?`;
/** After the word, or in brackets behind a number. Without these a date may be the number itself. */
const DATE_BEHIND = new RegExp(`(?:(?<!\\p{L})от ?${DATE}|(?<=\\d.*)\\((?:от )?${DATE}\\.?\\))[ .,;:]*$`, "iu");

/** Reads the number of a document as it stands in the cell; empty for none. */
export function readDocumentNumber(cell: Cell): string {
  if (cell === null) return "";
  const text = normaliseText(cell instanceof Date ? writeDate(cell) : String(cell)).trim();
  return text.length > LONGEST_DOCUMENT_NUMBER || foldDocumentNumber(text) !== "" ? text : "";
}

/** A spreadsheet makes a date of a number such as 5/11. */
function writeDate(date: Date): string {
  const [day = "", time = ""] = date.toISOString().split(/[T.]/);
  return [toRussianDate(day), ...(time === "00:00:00" ? [] : [time])].join(" ");
}

/**
 * The form in which numbers of documents are compared, empty where there is none: as other codes that look the same, without the
 * document's name in front, the sign of a number, its date and marks behind, and what a spreadsheet makes of a number of digits.
 */
export function foldDocumentNumber(text: string): string {
  const number = normaliseText(text)
    .replace(/[‐-―−]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .replace(DATE_BEHIND, "")
    .replace(NAMES_IN_FRONT, "")
    .replaceAll("№", "")
    .replace(/[ .,;:]+$/, "")
    .trim();
  if (!/[\p{L}\p{N}]/u.test(number) || NO_NUMBER.test(number)) return "";
  return foldLookAlikes(readExponent(number))
    .replace(/^(\d+),(\d+)$/, "$1.$2")
    .replace(/^(\d+)\.0+$/, "$1")
    .replace(/^0+(?=\d+$)/, "");
}
