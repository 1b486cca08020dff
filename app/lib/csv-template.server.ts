import { type FileColumn, listTitles } from "../../contract/columns";

/** A file with the column titles only, as Russian spreadsheets open it: UTF-8 with BOM, `;` between fields, CRLF. */
export function sendCsvTemplate(columns: Readonly<Record<string, FileColumn>>, fileName: string): Response {
  return new Response(`\ufeff${listTitles(columns).join(";")}\r\n`, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="template.csv"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      "Cache-Control": "private, no-cache",
    },
  });
}
