import { importReport } from "../../contract/deals";
import { endpoint } from "../http/endpoint";
import { readTable } from "../spreadsheets/read-table";
import { countTableRows, fileNameWithoutPath, requireTable } from "../spreadsheets/uploaded-table";
import { processReportJob } from "./jobs";
import { readReportTable } from "./report-columns";

const MEGABYTE = 1024 * 1024;
/** A report of 100 000 rows is about 3 MB as XLSX and 12 MB as CSV. */
const REPORT_BYTES_LIMIT = 20 * MEGABYTE;

/** Stores an uploaded report if it is readable, and queues the job that processes it. */
export const importReportEndpoint = endpoint(
  importReport,
  async (_input, { services, actor, files }) => {
    const file = requireTable(files.file, "Выберите файл отчёта. Пустой файл загрузить нельзя.");
    const total = await countTableRows(async () => readReportTable(await readTable(file.content)).rows);
    const id = await services.db.transaction().execute(async (trx) => {
      const { id } = await trx
        .insertInto("report_files")
        .values({
          curator_id: actor.id,
          file_name: fileNameWithoutPath(file.name, "отчёт"),
          content_type: contentTypeOf(file.content),
          content: file.content,
          total,
          created_at: services.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await services.jobs.send(processReportJob, { fileId: id }, { within: trx });
      return id;
    });
    return { id };
  },
  { bodyLimit: REPORT_BYTES_LIMIT + MEGABYTE },
);

function contentTypeOf(content: Buffer): string {
  return content.toString("latin1", 0, 2) === "PK"
    ? "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    : "text/csv";
}
