import { importReport } from "../../contract/deals";
import { alias } from "../../contract/values";
import { endpoint } from "../http/endpoint";
import { Refused } from "../http/refused";
import { readTable } from "../spreadsheets/read-table";
import { UnreadableTable } from "../spreadsheets/unreadable";
import { countReportJob } from "./jobs";
import { readReportTable } from "./report-columns";

const MEGABYTE = 1024 * 1024;
/** A report of 100 000 rows is about 3 MB as XLSX and 12 MB as CSV. */
const REPORT_BYTES_LIMIT = 20 * MEGABYTE;

/** Takes a report if it can be read at all, and leaves the counting to the background. */
export const importReportEndpoint = endpoint(
  importReport,
  async (_input, { services, actor, files }) => {
    const { file } = files;
    if (!file) throw refuse("Выберите файл отчёта. Пустой файл загрузить нельзя.");
    const total = await countRows(file.content);
    const id = await services.db.transaction().execute(async (trx) => {
      const { id } = await trx
        .insertInto("report_files")
        .values({
          curator_id: actor.id,
          file_name: plainName(file.name),
          content_type: contentTypeOf(file.content),
          content: file.content,
          total,
          created_at: services.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await services.jobs.send(countReportJob, { fileId: id }, { within: trx });
      return id;
    });
    return { id };
  },
  { bodyLimit: REPORT_BYTES_LIMIT + MEGABYTE },
);

async function countRows(content: Buffer): Promise<number> {
  try {
    return readReportTable(await readTable(content)).rows.length;
  } catch (error) {
    if (error instanceof UnreadableTable) throw refuse(error.message);
    throw error;
  }
}

function refuse(message: string): Refused {
  return new Refused(alias.fileUnreadable, message, "file");
}

/** The file's own name, whatever path a browser put before it. */
function plainName(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? "").replace(/\p{Cc}/gu, "").slice(0, 200) || "отчёт";
}

function contentTypeOf(content: Buffer): string {
  return content.toString("latin1", 0, 2) === "PK"
    ? "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    : "text/csv";
}
