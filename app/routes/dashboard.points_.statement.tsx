import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { holdsPoints } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { loadStatement } from "../features/points/load-statement.server";
import { MonthPicker } from "../features/points/month-picker";
import { StatementSheet } from "../features/points/statement-sheet";
import { readConfiguration } from "../lib/configuration.server";
import { formatPersonName } from "../lib/person-name";
import { requireParticipant } from "../session/visit.server";
import { Notice } from "../ui/core/notice";
import { PageHeader } from "../ui/core/page";
import { Pagination } from "../ui/lazy/pagination";
import { PrintButton } from "../ui/lazy/print-button";

const POINTS = "/dashboard/points";
const TITLE = "Выписка по баллам";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? TITLE} — Клуб` }];
export const headers = cacheHeaders("secret");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireParticipant(args, POINTS);
  // Another upstream has no statements.
  if (!readConfiguration().upstreamExtensions || !holdsPoints(visit.participant)) throw redirect(POINTS);
  const view = await loadStatement(visit, new URL(args.request.url).searchParams);
  return data({ ...view, name: formatPersonName(visit.user) }, { status: view.error ? 400 : 200 });
}

export default function StatementPage() {
  const { title, name, today, error, statement, ...months } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        mark={<Link to={POINTS}>← Баллы</Link>}
        title={title ?? TITLE}
        lead={statement && `${name}. Выписка клуба составлена ${today}.`}
        actions={statement && <PrintButton />}
      />
      {error && <Notice kind="error">{error}</Notice>}
      <MonthPicker {...months} />
      {statement && (
        <>
          <StatementSheet statement={statement} />
          <Pagination {...statement.paging} label="Страницы выписки" />
        </>
      )}
    </>
  );
}
