import { type FileColumn, listTitles } from "../../contract/columns";
import { sendTemplate } from "./template-response.server";

/** A file with the column titles only, as Russian spreadsheets open it: UTF-8 with BOM, `;` between fields, CRLF. */
export function sendCsvTemplate(columns: Readonly<Record<string, FileColumn>>, fileName: string): Response {
  return sendTemplate(`\ufeff${listTitles(columns).join(";")}\r\n`, "text/csv; charset=utf-8", fileName);
}
