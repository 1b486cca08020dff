import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { innField } from "../../contract/fields";
import { readDate } from "../../contract/read-date";
import { findUsersByInn, listReportMonths } from "../../contract/regional";
import { cacheHeaders } from "../document/cache";
import { InnFilter } from "../features/regional/inn-filter";
import { MonthsTable, UsersTable } from "../features/regional/regional-tables";
import { formatMonth } from "../lib/dates.server";
import { readMonth } from "../lib/months.server";
import { requireSession, type Visit } from "../session/visit.server";
import { Notice } from "../ui/core/notice";
import { PageHeader, Section } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Поиск розницы — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/search");
  const query = new URL(args.request.url).searchParams;
  const typed = query.get("inn")?.slice(0, 40) ?? null;
  if (typed === null) return { typed: "", inn: null, error: null, users: [], chosen: null };
  const inn = innField.safeParse(typed);
  if (!inn.success) {
    const error = inn.error.issues[0]?.message ?? "Проверьте ИНН.";
    return { typed, inn: null, error, users: [], chosen: null };
  }
  const user = query.get("user");
  const [users, months] = await Promise.all([
    visit.read(findUsersByInn, { inn: inn.data }),
    user ? readMonths(visit, user) : null,
  ]);
  const name = users.find((one) => one.id === user)?.name ?? "";
  return { typed, inn: inn.data, error: null, users, chosen: user && months ? { id: user, name, ...months } : null };
}

export default function SearchPage() {
  const { typed, inn, error, users, chosen } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Поиск розницы" lead="Найдите участника по ИНН и выгрузите строки его отчётов." />
      <InnFilter inn={typed} error={error} />
      {inn !== null && (
        <Section title="Участники">
          <UsersTable users={users} inn={inn} chosen={chosen?.id ?? null} />
        </Section>
      )}
      {chosen && (
        <Section title={chosen.name ? `Отчёты по месяцам: ${chosen.name}` : "Отчёты по месяцам"} id="months">
          {chosen.refused ? (
            <Notice kind="warning">{chosen.refused}</Notice>
          ) : (
            <MonthsTable months={chosen.months} user={chosen.id} />
          )}
        </Section>
      )}
    </>
  );
}

async function readMonths(visit: Visit, id: string) {
  const answer = await visit.call(listReportMonths, { id });
  if (!answer.ok) return { months: [], refused: answer.refusal.message };
  return { months: answer.result.map((month) => ({ ...month, name: nameMonth(month.month) })), refused: null };
}

/** The name of a month that the upstream may write as a month, a day or a moment; of any other text, the text. */
function nameMonth(wire: string): string {
  const date = readDate(wire.replace(/^(\d\d)[./](\d{4})$/, "01.$1.$2"));
  return formatMonth(readMonth(date ?? "") ?? wire);
}
