import { alias, goneMessages } from "../../../contract/values";
import type { CallContext } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Db } from "../../platform/services";
import { seesReport } from "../../points/visible-sales";

/** Finds the curator's own report. @throws RefusalError reportUnknown for any other (§8.6) */
export async function requireReport({ services, actor }: CallContext, wireId: string) {
  const id = parseId(wireId);
  const report =
    id === null
      ? undefined
      : await services.db
          .selectFrom("report_files")
          .select(["id", "file_name", "content_type", "column_names", "answers"])
          .where("id", "=", id)
          .where(seesReport(actor))
          .executeTakeFirst();
  if (!report) throw new RefusalError(alias.reportUnknown, goneMessages.report);
  return report;
}

/** Reads the uploaded file of a report. @throws RefusalError notFound when it was removed after its time */
export async function readReportContent(db: Db, reportId: number): Promise<Buffer> {
  const { content } = await db
    .selectFrom("report_files")
    .select("content")
    .where("id", "=", reportId)
    .executeTakeFirstOrThrow();
  if (content.length === 0) {
    throw new RefusalError(alias.notFound, "Файл этого отчёта уже удалён: клуб хранит файлы ограниченное время.");
  }
  return content;
}
