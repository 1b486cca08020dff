import { sql } from "kysely";
import type { Fact, ViewSection } from "../../../../contract/operator/views";
import { quote } from "../../../../contract/russian-quotes";
import { fullName } from "../../../people/accounts/person";
import { formatMoment, formatNumber, formatPoints } from "../../../platform/acts/format";
import type { Card } from "../../../platform/acts/view";
import { parseId } from "../../../platform/http/parse-id";
import type { Services } from "../../../platform/services";
import { dealColumns, readDealRows, viewDeal } from "./deal-rows";
import { describeReportState, distributorOf } from "./list-reports";

const ROWS = 50;

/** A report: what came of its rows, who decided, and what was recalled. */
export const reportCard: Card = {
  name: "report",
  summary: "A sales report with its errors, decisions and first deals.",
  roles: ["support", "finance"],
  async read(services, id) {
    const report = await readReport(services, parseId(id));
    if (!report) return null;
    const input = { report: String(report.id) };
    const isWaiting = report.status === "waiting_approval";
    const isCounted = (report.status === "done" || report.status === "failed") && !report.recalled_at;
    return {
      title: `Отчёт № ${report.id}, ${quote(report.file_name)}`,
      sections: [
        { title: "Отчёт", facts: describeReport(report) },
        await readErrors(services, report.id),
        await readDeals(services, report.id),
      ],
      acts: [
        ...(isWaiting
          ? [
              { act: "approve-report", input },
              { act: "refuse-report", input },
            ]
          : []),
        { act: "download-report", input },
        ...(isCounted ? [{ act: "recall-report", input }] : []),
      ],
    };
  },
};

type Report = NonNullable<Awaited<ReturnType<typeof readReport>>>;

async function readReport({ db }: Services, id: number | null) {
  if (id === null) return undefined;
  return db
    .selectFrom("report_files")
    .innerJoin("users", "users.id", "report_files.curator_id")
    .select(["report_files.id", "file_name", "status", "total", "failed", "repeated", "points", "expected_points"])
    .select("gone_recalled")
    .select(["report_files.created_at", "approved_at", "recalled_at", "report_files.curator_id"])
    .select(["last_name", "first_name", "sur_name"])
    .select(distributorOf)
    .select((report) => [
      report
        .selectFrom("deals")
        .whereRef("deals.file_id", "=", "report_files.id")
        .select(
          sql<{ counted: number; recalled: number }>`json_build_object(
            'counted', count(*) filter (where deals.recalled_at is null),
            'recalled', count(*) filter (where deals.recalled_at is not null)
          )`.as("deals"),
        )
        .as("deals"),
      report
        .selectFrom("audit_log")
        .where("subject_kind", "=", "report")
        .where("subject_id", "=", String(id))
        .where("act", "in", ["approve-report", "refuse-report"])
        .select(sql<string | null>`string_agg(actor, ', ' order by id)`.as("actors"))
        .as("decided_by"),
    ])
    .where("report_files.id", "=", id)
    .executeTakeFirst();
}

function describeReport(report: Report): Fact[] {
  const number = (label: string, value: number) => (value > 0 ? [{ label, value: formatNumber(value) }] : []);
  return [
    { label: "Состояние", value: describeReportState(report) },
    { label: "Куратор", value: fullName(report), link: { card: "person", id: String(report.curator_id) } },
    { label: "Дистрибьютор", value: report.distributor ?? "—" },
    { label: "Загружен", value: formatMoment(report.created_at) },
    { label: "Строк", value: formatNumber(report.total) },
    { label: "Учтено", value: formatNumber(report.deals?.counted ?? 0) },
    ...number("Учтено раньше", report.repeated),
    ...number("С ошибкой", report.failed),
    ...number("Отозвано", report.deals?.recalled ?? 0),
    ...number("Отозвано из других отчётов", report.gone_recalled),
    { label: "Баллы", value: formatPoints(report.points) },
    ...(report.expected_points === null ? [] : [{ label: "Ожидалось", value: formatPoints(report.expected_points) }]),
    ...(report.decided_by ? [{ label: "Решил", value: report.decided_by }] : []),
    ...(report.approved_at ? [{ label: "Подтверждён", value: formatMoment(report.approved_at) }] : []),
    ...(report.recalled_at ? [{ label: "Отозван", value: formatMoment(report.recalled_at) }] : []),
  ];
}

async function readErrors({ db }: Services, fileId: number): Promise<ViewSection> {
  const errors = await db
    .selectFrom("report_errors")
    .select(["row", "field", "message"])
    .where("file_id", "=", fileId)
    .orderBy("row")
    .orderBy("field")
    .limit(ROWS)
    .execute();
  return {
    title: "Сообщения о строках",
    table: {
      columns: [{ title: "Строка", isNumber: true }, { title: "Поле" }, { title: "Сообщение" }],
      rows: errors.map(({ row, field, message }) => ({ cells: [row === 0 ? "" : String(row), field, message] })),
    },
  };
}

async function readDeals(services: Services, fileId: number): Promise<ViewSection> {
  const deals = await readDealRows(services, { fileId }, ROWS);
  return {
    title: "Продажи",
    table: { columns: dealColumns, rows: deals.map(viewDeal) },
    more: { list: "deals", filters: { report: String(fileId) } },
  };
}
