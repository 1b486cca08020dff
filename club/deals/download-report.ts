import { downloadReport } from "../../contract/deals";
import { endpoint } from "../http/endpoint";
import { requireReport } from "./require-report";

/** Downloads the uploaded file unchanged. */
export const downloadReportEndpoint = endpoint(downloadReport, async ({ id }, context) => {
  const report = await requireReport(context, id);
  const { content } = await context.services.db
    .selectFrom("report_files")
    .select("content")
    .where("id", "=", report.id)
    .executeTakeFirstOrThrow();
  return { fileName: report.file_name, contentType: report.content_type, content };
});
