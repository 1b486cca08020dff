import { stringify } from "csv-stringify/sync";
import type { FileAnswer } from "./endpoint";

/**
 * A CSV download as Russian spreadsheets open it: UTF-8 with BOM, `;`, CRLF, RFC 4180 quoting, cells that begin like a
 * formula neutralised.
 */
export function csvFile(
  fileName: string,
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): FileAnswer {
  const content = stringify([header, ...rows] as unknown[][], {
    bom: true,
    delimiter: ";",
    record_delimiter: "\r\n",
    escape_formulas: true,
  });
  return { fileName, contentType: "text/csv; charset=utf-8", content };
}
