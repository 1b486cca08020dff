import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "../document/cache";
import { AddedTable } from "../features/points/points-tables";
import { salesPath, salesTitle } from "../features/points/sales-path";
import { loadReportPoints } from "../features/points/view-points.server";
import { readConfiguration } from "../lib/configuration.server";
import { readPageNumber } from "../lib/page-number";
import { formatCount } from "../lib/points";
import { requireSession } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { PageHeader } from "../ui/core/page";
import { Pagination } from "../ui/lazy/pagination";

const POINTS = "/dashboard/points";

export const meta: MetaFunction = () => [{ title: "Начисления по отчёту — Клуб" }];
export const headers = cacheHeaders("session");

/** The points of one report, row by row: from a sale to what it has brought. */
export async function loader(args: LoaderFunctionArgs) {
  if (!readConfiguration().upstreamExtensions) throw redirect(POINTS);
  const visit = await requireSession(args, POINTS);
  const query = new URL(args.request.url).searchParams;
  const report = await loadReportPoints(visit, args.params.id ?? "", readPageNumber(query), query.get("entry"));
  if (!report) throw new Response("По этому отчёту вам ничего не начислено.", { status: 404 });
  return { ...report, sales: salesTitle(visit.session.role) };
}

export default function ReportPointsPage() {
  const { date, days, rows, paging, sales } = useLoaderData<typeof loader>();
  const count = formatCount(paging.total, "строка", "строки", "строк");
  return (
    <>
      <PageHeader
        mark={<Link to={`${POINTS}#added`}>← Все баллы</Link>}
        title="Начисления по отчёту"
        lead={date ? `Отчёт от ${date}: ${count}` : count}
        actions={
          days && (
            <ButtonLink to={salesPath(days)} variant="secondary">
              {sales} за эти дни
            </ButtonLink>
          )
        }
      />
      <AddedTable rows={rows} participant={null} linked />
      <Pagination {...paging} without="entry" label="Страницы начислений" />
    </>
  );
}
