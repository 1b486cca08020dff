import { stringify } from "csv-stringify/sync";
import type { FileReply } from "./endpoint";

/**
 * A CSV download that spreadsheets in Russian open correctly: UTF-8 with BOM, `;`, CRLF, RFC 4180 quoting. Cells that
 * begin like a formula are escaped.
 */
export function csvFile(
  fileName: string,
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): FileReply {
  const content = stringify([header, ...rows] as unknown[][], {
    bom: true,
    delimiter: ";",
    record_delimiter: "\r\n",
    escape_formulas: true,
  });
  return { fileName, contentType: "text/csv; charset=utf-8", content };
}
