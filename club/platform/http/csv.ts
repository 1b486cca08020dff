import { stringify } from "csv-stringify/sync";
import type { FileReply } from "./endpoint";

/**
 * A CSV download that spreadsheets in Russian open correctly: UTF-8 with BOM, `;`, CRLF, RFC 4180 quoting. Cells that
 * begin like a formula get an apostrophe before it. What a program could take for the end of a cell is quoted, so that no
 * formula begins in the middle of one.
 */
export function csvFile(
  fileName: string,
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): FileReply {
  const content = stringify([header, ...rows] as unknown[][], {
    bom: true,
    delimiter: ";",
    cast: { string: (text) => text.trim() },
    record_delimiter: "\r\n",
    escape_formulas: true,
    // By default only CRLF, the delimiter of this file, would be quoted.
    quote_record_delimiter: true,
    quoted_match: /[,\t]/,
  });
  return { fileName, contentType: "text/csv; charset=utf-8", content };
}
