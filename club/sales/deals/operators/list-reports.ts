import { sql } from "kysely";
import type { reportStatuses } from "../../../../contract/values";
import { findPerson } from "../../../people/accounts/find-person";
import { optionalChoice, optionalDate, optionalText } from "../../../platform/acts/field";
import { formatMoment, formatNumber } from "../../../platform/acts/format";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import { moscowMoment, nextDay } from "../../../platform/moscow-date";

export const reportStates: Readonly<Record<(typeof reportStatuses)[number], string>> = {
  queued: "В очереди",
  in_progress: "Считается",
  done: "Посчитан",
  failed: "Не посчитан",
  waiting_approval: "Ждёт решения",
  refused: "Отклонён",
};

/** Sales reports, the newest first. */
export const reports = defineList({
  name: "reports",
  group: "reports",
  title: "Отчёты о продажах",
  summary: "Sales reports by status, curator and day of the upload, the newest first.",
  roles: ["support", "finance"],
  filters: {
    status: optionalChoice({ label: "Состояние", help: "status of the report", choices: reportStates }),
    curator: optionalText({
      label: "Куратор",
      hint: "Телефон, e-mail или номер куратора",
      help: "phone, e-mail or id of the curator",
      isPrivate: true,
    }),
    date_from: optionalDate({ label: "Загружены с", help: "first day of the upload, YYYY-MM-DD" }),
    date_to: optionalDate({ label: "по", help: "last day of the upload, YYYY-MM-DD" }),
  },
  columns: [
    { title: "№", isNumber: true },
    { title: "Загружен" },
    { title: "Дистрибьютор" },
    { title: "Файл" },
    { title: "Строк", isNumber: true },
    { title: "Баллы", isNumber: true },
    { title: "Состояние" },
  ],
  today: [
    {
      title: "Отчёты ждут решения",
      filters: { status: "waiting_approval" },
      async count({ db }) {
        const { count } = await db
          .selectFrom("report_files")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("status", "=", "waiting_approval")
          .executeTakeFirstOrThrow();
        return count;
      },
    },
  ],
  async read(services, { status, curator, date_from, date_to }, after) {
    const curatorId = curator === undefined ? undefined : (await findPerson(services, curator)).id;
    let query = services.db
      .selectFrom("report_files")
      .select(["id", "created_at", "file_name", "total", "points", "expected_points", "status", "recalled_at"])
      .select(distributorOf);
    if (status !== undefined) query = query.where("status", "=", status);
    if (curatorId !== undefined) query = query.where("curator_id", "=", curatorId);
    if (date_from !== undefined) query = query.where("created_at", ">=", moscowMoment(date_from, "00:00"));
    if (date_to !== undefined) query = query.where("created_at", "<", moscowMoment(nextDay(date_to), "00:00"));
    if (after !== undefined) query = query.where("id", "<", after);
    const files = await query
      .orderBy("id", "desc")
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(files, (file) => ({
      cells: [
        String(file.id),
        formatMoment(file.created_at),
        file.distributor ?? "",
        file.file_name,
        formatNumber(file.total),
        formatNumber(file.status === "waiting_approval" ? (file.expected_points ?? 0) : file.points),
        describeReportState(file),
      ],
      link: { card: "report", id: String(file.id) },
    }));
  },
});

export function describeReportState(file: { status: keyof typeof reportStates; recalled_at: Date | null }): string {
  return file.recalled_at ? "Отозван" : reportStates[file.status];
}

/** The name of the curator's distributor. */
export const distributorOf = sql<string | null>`(
  select min(actual_name_organization) from companies
  where owner_id = report_files.curator_id and kind = 'distributor'
)`.as("distributor");
