import { Link } from "@remix-run/react";
import { formatAmount } from "../../lib/points";
import { EmptyState } from "../../ui/core/empty-state";
import { EmptySheet } from "../../ui/lazy/blueprint/empty-sheet";
import { DataTable } from "../../ui/lazy/table";

export interface UserView {
  id: string;
  name: string;
  role: string;
  company: string;
  inn: string;
}

export interface MonthView {
  /** `2026-03`, as the export takes it. */
  month: string;
  name: string;
  rows?: number | undefined;
  points?: number | undefined;
}

/** Participants of one INN, each with a link to the months of their reports. */
export function UsersTable({ users, inn, chosen }: { users: readonly UserView[]; inn: string; chosen: string | null }) {
  return (
    <DataTable
      caption="Участники"
      captionHidden
      rows={users}
      rowKey={(user) => `${user.id}-${user.company}`}
      empty={
        <EmptyState drawing={<EmptySheet />} title="Никого с таким ИНН не нашли">
          Проверьте цифры: возможно, компания ещё не вступила или покупает у другого дистрибьютора. Если вы недавно в
          клубе и не видите людей своего дистрибьютора, напишите в поддержку.
        </EmptyState>
      }
      columns={[
        { key: "name", header: "Имя", main: true, cell: (user) => user.name },
        { key: "role", header: "Роль", cell: (user) => user.role },
        { key: "company", header: "Компания", cell: (user) => user.company },
        { key: "inn", header: "ИНН", cell: (user) => user.inn },
        {
          key: "months",
          header: "Отчёты",
          bare: true,
          // Without an id the upstream can't be asked for the months.
          cell: (user) =>
            user.id && (
              <Link
                className="button button--quiet button--small"
                to={`?inn=${inn}&user=${encodeURIComponent(user.id)}#months`}
                aria-current={user.id === chosen ? "true" : undefined}
                aria-label={`Отчёты по месяцам: ${user.name}`}
              >
                Отчёты по месяцам
              </Link>
            ),
        },
      ]}
    />
  );
}

/** Months in which a participant has report rows, each with a CSV export. */
export function MonthsTable({ months, user }: { months: readonly MonthView[]; user: string }) {
  return (
    <DataTable
      caption="Отчёты по месяцам"
      captionHidden
      rows={months}
      rowKey={(month) => month.month}
      empty={<EmptyState drawing={<EmptySheet />} title="Строк в отчётах пока нет" />}
      columns={[
        { key: "month", header: "Месяц", main: true, cell: (month) => month.name },
        { key: "rows", header: "Строк", align: "end", cell: (month) => formatAmount(month.rows) },
        { key: "points", header: "Баллы", align: "end", cell: (month) => formatAmount(month.points) },
        {
          key: "export",
          header: "Выгрузка",
          align: "end",
          bare: true,
          cell: (month) => (
            <a
              className="button button--quiet button--small"
              href={`/dashboard/search/export?user_id=${encodeURIComponent(user)}&month=${encodeURIComponent(month.month)}`}
              aria-label={`Выгрузить строки: ${month.name}`}
            >
              Выгрузить строки
            </a>
          ),
        },
      ]}
    />
  );
}
