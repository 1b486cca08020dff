import { UnreadableTableError } from "../unreadable-table-error";

/** What the first bytes of a file say that it is. */
export type TableFormat = "xlsx" | "compound" | "markup" | "text";

const ZIP = "PK\u0003\u0004";
/** The compound file format: .xls and .doc of Office 97, and files with a password. */
const COMPOUND_FILE = "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1";
const SAMPLE = 4096;

/** Files that are no tables, by how they begin, with what to do instead. */
const OTHERS: readonly [begins: RegExp, what: string][] = [
  [/^%PDF-/, "документ PDF"],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^BM.{4}\0\0\0\0|^II\*\0|^MM\0\*|^RIFF.{4}WEBP|^.{4}ftyp/s, "картинка"],
  [/^\{\\rtf/, "документ Word (RTF)"],
  [/^Rar!|^7z\xbc\xaf/, "архив"],
  [/^(?:MIME-Version|From|Received|Return-Path): /i, "письмо или веб-архив"],
];

/** @throws UnreadableTableError by its own name for a file that is something else than a table */
export function findFormat(content: Buffer): TableFormat {
  const head = content.toString("latin1", 0, SAMPLE);
  if (head.startsWith(ZIP)) return "xlsx";
  if (head.startsWith(COMPOUND_FILE)) return "compound";
  const other = OTHERS.find(([begins]) => begins.test(head));
  if (other) throw refuseFormat(other[1]);
  // UTF-16 has a zero in every other byte.
  const start = head
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "")
    .replaceAll("\0", "")
    .trimStart();
  const isMarkup =
    /^<(?:!doctype|html|table|head|meta|body|!--)/i.test(start) ||
    (start.startsWith("<?xml") && /office:spreadsheet|<html|<table|spreadsheetml/i.test(start));
  return isMarkup ? "markup" : "text";
}

/** @param what the file is, in words */
export function refuseFormat(what: string): UnreadableTableError {
  return new UnreadableTableError(`Это ${what}, а не таблица. Загрузите файл в формате XLSX или CSV.`);
}

export function refusePassword(cause?: unknown): UnreadableTableError {
  return new UnreadableTableError("Файл защищён паролем. Снимите защиту и загрузите его ещё раз.", { cause });
}
