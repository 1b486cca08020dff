import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { type ActContext, defineAct } from "../../../platform/acts/act";
import { formatPoints } from "../../../platform/acts/format";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Trx } from "../../../platform/services";
import { processReportJob } from "../jobs";
import { tellCurator } from "../tell-curator";
import { reason, report } from "./report-field";

export const approveReport = defineAct({
  name: "approve-report",
  group: "reports",
  title: "Подтвердить отчёт",
  explanation: "Отчёт превысил пределы правдоподобия и ждёт. После подтверждения он посчитается как есть.",
  summary: "Let a report that waits be counted as it is.",
  roles: ["finance"],
  needsCode: true,
  fields: { report },
  async run({ services, trx }, input) {
    const found = await endWaiting(trx, input.report, { status: "queued", approved_at: services.now() });
    await services.jobs.send(processReportJob, { fileId: found.id });
    await tellCurator(trx, services, found, {
      subject: "Отчёт подтверждён",
      text: "Оператор клуба подтвердил отчёт, баллы скоро начислятся.",
    });
    const points = found.expected_points ?? 0;
    return {
      lines: [
        `Отчёт ${quote(found.file_name)} посчитается как есть: ожидается ${formatPoints(points)}. Куратору уйдёт письмо.`,
      ],
      points,
      ...changeOf(found.id, "queued"),
    };
  },
});

export const refuseReport = defineAct({
  name: "refuse-report",
  group: "reports",
  title: "Отклонить отчёт",
  explanation: "Ничего из отчёта не начислится. Куратор прочтёт причину и сможет загрузить исправленный файл.",
  summary: "Refuse a report that waits; nothing of it is credited.",
  roles: ["finance"],
  fields: { report, reason },
  run: refuse,
});

async function refuse({ services, trx }: ActContext, input: { report: number; reason: string }) {
  const found = await endWaiting(trx, input.report, { status: "refused", finished_at: services.now() });
  const message = `Оператор клуба отклонил отчёт: ${input.reason}`;
  await trx.insertInto("report_errors").values({ file_id: found.id, row: 0, field: "", message }).execute();
  await tellCurator(trx, services, found, {
    subject: "Отчёт отклонён",
    text: `${message}\n\nИсправьте файл и загрузите его ещё раз.`,
  });
  return {
    lines: [`Отчёт ${quote(found.file_name)} отклонён, баллы по нему не начислены. Куратору уйдёт письмо с причиной.`],
    ...changeOf(found.id, "refused"),
  };
}

/** Ends the waiting and takes back the message about it. @throws RefusalError when the report doesn't wait */
async function endWaiting(
  trx: Trx,
  fileId: number,
  changes: { status: "queued"; approved_at: Date } | { status: "refused"; finished_at: Date },
) {
  const found = await trx
    .updateTable("report_files")
    .set(changes)
    .where("id", "=", fileId)
    .where("status", "=", "waiting_approval")
    .returning(["id", "curator_id", "file_name", "expected_points"])
    .executeTakeFirst();
  if (!found) throw new RefusalError(alias.notFound, `Отчёт № ${fileId} решения не ждёт.`, "report");
  await trx
    .deleteFrom("report_errors")
    .where("file_id", "=", fileId)
    .where("row", "=", 0)
    .where("field", "=", "")
    .execute();
  return found;
}

function changeOf(id: number, status: "queued" | "refused") {
  return {
    subject: { kind: "report", id },
    before: { status: "waiting_approval" },
    after: { status },
    link: { card: "report", id: String(id) },
  };
}
