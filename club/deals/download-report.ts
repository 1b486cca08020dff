import { downloadReport } from "../../contract/deals";
import { alias } from "../../contract/values";
import { endpoint } from "../http/endpoint";
import { RefusalError } from "../http/refusal-error";
import { requireReport } from "./require-report";

/** Downloads the uploaded file unchanged. @throws RefusalError notFound when it was removed after its time */
export const downloadReportEndpoint = endpoint(downloadReport, async ({ id }, context) => {
  const report = await requireReport(context, id);
  const { content } = await context.services.db
    .selectFrom("report_files")
    .select("content")
    .where("id", "=", report.id)
    .executeTakeFirstOrThrow();
  if (content.length === 0) {
    throw new RefusalError(alias.notFound, "Файл этого отчёта уже удалён: клуб хранит файлы ограниченное время.");
  }
  return { fileName: report.file_name, contentType: report.content_type, content };
});
