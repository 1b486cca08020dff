import { missingFileMessages } from "../../../contract/values";
import type { AnyCallContext, UploadedFile } from "../../platform/http/endpoint";
import { limitUploads } from "../../platform/http/limits";
import type { Services } from "../../platform/services";
import { fileNameWithoutPath, requireTable } from "../../platform/spreadsheets/uploaded-table";

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const MEGABYTE = 1024 * 1024;
/** A report of 100 000 rows is about 3 MB as XLSX and 12 MB as CSV. */
const REPORT_BYTES_LIMIT = 20 * MEGABYTE;
/** The largest request that brings a report. */
export const REPORT_BODY_LIMIT = REPORT_BYTES_LIMIT + MEGABYTE;
export const REPORT_TOO_LARGE = "Файл отчёта больше 20 МБ. Разделите таблицу на несколько файлов.";

const IMPORTS_PER_HOUR = 60;

/**
 * Takes the file of a report from an upload, to be counted or to be looked at first.
 * @throws RefusalError at the field `file` without one; tooOften after too many within an hour
 */
export async function acceptUpload(
  services: Services,
  curatorId: number,
  files: AnyCallContext["files"],
): Promise<{ file_name: string; content_type: string; content: Buffer }> {
  const file: UploadedFile = requireTable(files.file, missingFileMessages.report);
  await limitUploads(services, "report-import", curatorId, IMPORTS_PER_HOUR);
  return {
    file_name: fileNameWithoutPath(file.name, "отчёт"),
    content_type: contentTypeOf(file.content),
    content: file.content,
  };
}

/** The type under which the file is given back. Formats that a browser would show are given as bytes. */
function contentTypeOf(content: Buffer): string {
  if (content.toString("latin1", 0, 2) === "PK") return WORKBOOK;
  return content[0] === 0xd0 || content.toString("latin1", 0, 200).includes("<")
    ? "application/octet-stream"
    : "text/csv";
}
