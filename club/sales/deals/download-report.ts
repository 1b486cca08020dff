import { downloadReport } from "../../../contract/deals";
import { endpoint } from "../../platform/http/endpoint";
import { readReportContent, requireReport } from "./require-report";

/** Downloads the uploaded file unchanged. @throws RefusalError notFound when it was removed after its time */
export const downloadReportEndpoint = endpoint(downloadReport, async ({ id }, context) => {
  const report = await requireReport(context, id);
  const content = await readReportContent(context.services.db, report.id);
  return { fileName: report.file_name, contentType: report.content_type, content };
});
