import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { RefusalError } from "../../../platform/http/refusal-error";
import { report, unknownReport } from "./report-field";

export const downloadReport = defineAct({
  name: "download-report",
  group: "reports",
  title: "Скачать файл отчёта",
  explanation: "В файле телефоны и адреса менеджеров: скачивание попадёт в журнал.",
  summary: "Save the file of a report as its curator uploaded it.",
  gives: "nothing",
  roles: ["support", "finance"],
  fields: { report },
  async run({ trx }, input) {
    const file = await trx
      .selectFrom("report_files")
      .select(["id", "file_name", "content_type", "content"])
      .where("id", "=", input.report)
      .executeTakeFirst();
    if (!file) throw unknownReport(input.report);
    if (file.content.length === 0) {
      throw new RefusalError(alias.notFound, "Файл уже удалён: клуб хранит файлы ограниченное время.", "report");
    }
    return {
      lines: [`Файл ${quote(file.file_name)} готов.`],
      subject: { kind: "report", id: file.id },
      link: { card: "report", id: String(file.id) },
      file: { fileName: file.file_name, contentType: file.content_type, content: file.content },
    };
  },
});
