import type { TableAnswers } from "../../../../contract/columns";
import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { type ActContext, defineAct } from "../../../platform/acts/act";
import { formatPoints } from "../../../platform/acts/format";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Services, Trx } from "../../../platform/services";
import { UnreadableTableError } from "../../../platform/spreadsheets/unreadable-table-error";
import { countFuturePoints } from "../../../points/day-limits";
import type { ColumnNames } from "../column-names";
import type { CorrectionAnswers } from "../corrections";
import { foreseePoints } from "../hold-report";
import { processReportJob } from "../jobs";
import { parseReport } from "../parse-report";
import { createReportToCount } from "../report-to-count";
import { tellCurator } from "../tell-curator";
import type { WholePeriod } from "../whole-period";
import { reason, report } from "./report-field";

export const approveReport = defineAct({
  name: "approve-report",
  group: "reports",
  title: "Подтвердить отчёт",
  explanation:
    "Отчёт превысил пределы правдоподобия и ждёт. Баллы пересчитываются сейчас; если до начисления их станет больше, отчёт остановится и спросит снова.",
  summary: "Let a report that waits be counted as it is.",
  gives: "points",
  roles: ["finance"],
  needsCode: true,
  fields: { report },
  async run({ services, trx, authority }, input) {
    const found = await endWaiting(trx, input.report, { status: "queued", approved_at: services.now() });
    const rest = await foreseeReport(services, found);
    await trx
      .updateTable("report_files")
      .set({ approved_points: found.credited_points + rest, expected_points: rest })
      .where("id", "=", found.id)
      .execute();
    await trx.updateTable("users").set({ first_report_waits: false }).where("id", "=", found.curator_id).execute();
    await countFuturePoints(trx, authority, rest);
    await services.jobs.send(processReportJob, { fileId: found.id });
    await tellCurator(trx, services, found, {
      subject: "Отчёт подтверждён",
      text: "Оператор клуба подтвердил отчёт, баллы скоро начислятся.",
    });
    return {
      lines: [
        `Отчёт ${quote(found.file_name)} посчитается как есть, не больше чем на ${formatPoints(rest)}. Куратору уйдёт письмо.`,
        ...describeChange(found.expected_points, rest),
      ],
      points: rest,
      ...changeOf(found.id, "queued"),
    };
  },
});

/** What a waiting report would still credit, by the rates and promotions of now. @throws RefusalError for an unreadable file */
async function foreseeReport(services: Services, report: WaitingReport): Promise<number> {
  const period = report.period as WholePeriod | null;
  try {
    const { rows, hasUnreadRows } = await parseReport(services, {
      curatorId: report.curator_id,
      content: report.content,
      columnNames: report.column_names as ColumnNames,
      answers: report.answers as TableAnswers,
      period,
    });
    const toCount = createReportToCount({
      fileId: report.id,
      curatorId: report.curator_id,
      rows,
      hasUnreadRows,
      answers: report.corrections as CorrectionAnswers,
      period,
    });
    return await foreseePoints(services, toCount, report.processed);
  } catch (error) {
    if (error instanceof UnreadableTableError) throw new RefusalError(alias.validation, error.message, "report");
    throw error;
  }
}

function describeChange(before: number | null, now: number): string[] {
  if (before === null || before === now) return [];
  return [
    `Когда отчёт остановился, выходило ${formatPoints(before)}: с тех пор изменились баллы за штуку, акции или участники.`,
  ];
}

export const refuseReport = defineAct({
  name: "refuse-report",
  group: "reports",
  title: "Отклонить отчёт",
  explanation: "Больше ничего из отчёта не начислится. Куратор прочтёт причину и сможет загрузить исправленный файл.",
  summary: "Refuse a report that waits; nothing of it is credited.",
  gives: "nothing",
  roles: ["finance"],
  fields: { report, reason },
  run: refuse,
});

async function refuse({ services, trx }: ActContext, input: { report: number; reason: string }) {
  const found = await endWaiting(trx, input.report, { status: "refused", finished_at: services.now() });
  // What was counted before the report stopped can be recalled like any counted report.
  const status = found.processed > 0 ? "failed" : "refused";
  await trx.updateTable("report_files").set({ status }).where("id", "=", found.id).execute();
  const message = `Оператор клуба отклонил ${status === "failed" ? "остаток отчёта" : "отчёт"}: ${input.reason}`;
  await trx.insertInto("report_errors").values({ file_id: found.id, row: 0, field: "", message }).execute();
  await tellCurator(trx, services, found, {
    subject: "Отчёт отклонён",
    text: `${message}\n\nИсправьте файл и загрузите его ещё раз.`,
  });
  return {
    lines: [
      status === "failed"
        ? `Остаток отчёта ${quote(found.file_name)} отклонён. ${formatPoints(found.credited_points)} уже начислены: чтобы снять и их, отзовите отчёт.`
        : `Отчёт ${quote(found.file_name)} отклонён, баллы по нему не начислены.`,
      "Куратору уйдёт письмо с причиной.",
    ],
    ...changeOf(found.id, status),
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
    .returning(["id", "curator_id", "file_name", "expected_points", "credited_points", "processed"])
    .returning(["content", "column_names", "answers", "corrections", "period"])
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

type WaitingReport = Awaited<ReturnType<typeof endWaiting>>;

function changeOf(id: number, status: "queued" | "refused" | "failed") {
  return {
    subject: { kind: "report", id },
    before: { status: "waiting_approval" },
    after: { status },
    link: { card: "report", id: String(id) },
  };
}
