import { importReport } from "../../contract/deals";
import { endpoint } from "../http/endpoint";
import { limitRate } from "../http/limits";
import { examineTable, fileNameWithoutPath, requireTable } from "../spreadsheets/uploaded-table";
import { processReportJob } from "./jobs";
import { refuseEqualRows } from "./refuse-equal-rows";
import { reportTable } from "./report-columns";

const MEGABYTE = 1024 * 1024;
/** A report of 100 000 rows is about 3 MB as XLSX and 12 MB as CSV. */
const REPORT_BYTES_LIMIT = 20 * MEGABYTE;
const IMPORTS_PER_HOUR = 60;

/** Stores an uploaded report if it is readable, and queues the job that processes it. */
export const importReportEndpoint = endpoint(
  importReport,
  async ({ equal_rows }, { services, actor, files }) => {
    const file = requireTable(files.file, "Выберите файл отчёта. Пустой файл загрузить нельзя.");
    await limitRate(services.db, services, `report-import:${actor.id}`, {
      max: IMPORTS_PER_HOUR,
      seconds: 60 * 60,
      message: "Загрузок за час слишком много.",
    });
    const { total, hasEqualRows } = await examineTable(file.content, reportTable);
    if (hasEqualRows && equal_rows === "ask") {
      await refuseEqualRows(services, { curatorId: actor.id, content: file.content });
    }
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
    services.jobs.wake(processReportJob);
    return { id };
  },
  { bodyLimit: REPORT_BYTES_LIMIT + MEGABYTE },
);

function contentTypeOf(content: Buffer): string {
  return content.toString("latin1", 0, 2) === "PK"
    ? "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    : "text/csv";
}
