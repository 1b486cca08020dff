import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "../document/cache";
import { OWN_CLAIMS } from "../features/claims/claim-paths";
import { takesClaims } from "../features/claims/require-claims.server";
import { DealsTable } from "../features/deals/deals-table";
import { PeriodFilter } from "../features/deals/period-filter";
import { loadDeals, readPeriod } from "../features/deals/view-deals.server";
import { describeMonths } from "../lib/month-sum";
import { readPageNumber } from "../lib/page-number";
import { formatCount, formatNumber, formatPoints } from "../lib/points";
import { requireSession } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { EmptyState } from "../ui/core/empty-state";
import { PageHeader, Section } from "../ui/core/page";
import { EmptySheet } from "../ui/lazy/blueprint/empty-sheet";
import { Chart } from "../ui/lazy/chart";
import { Pagination } from "../ui/lazy/pagination";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${titleOf(data?.viewer)} — Клуб` }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/sales");
  const query = new URL(args.request.url).searchParams;
  const viewer = visit.session.role === "manager" ? ("manager" as const) : ("member" as const);
  const page = readPageNumber(query);
  const period = readPeriod(query);
  return { viewer, period, takesClaims: takesClaims(), ...(await loadDeals(visit, viewer, page, period)) };
}

export default function SalesPage() {
  const { viewer, period, takesClaims, items, page, perPage, total, isTotalOpen, points, months } =
    useLoaderData<typeof loader>();
  const isFiltered = Boolean(period.from || period.to);
  return (
    <>
      <PageHeader
        title={titleOf(viewer)}
        lead={isTotalOpen || period.isReversed ? undefined : tellTotal(viewer, total, points)}
        actions={
          (total > 0 || takesClaims) && (
            <>
              {total > 0 && (
                <ButtonLink to={`/dashboard/sales/export?${exportQuery(period)}`} variant="secondary" reloadDocument>
                  Выгрузить CSV
                </ButtonLink>
              )}{" "}
              {takesClaims && (
                <ButtonLink to={OWN_CLAIMS} variant="quiet">
                  {viewer === "manager" ? "Нет продажи?" : "Нет покупки?"}
                </ButtonLink>
              )}
            </>
          )
        }
      />
      {months.length > 0 && (
        <Chart
          title={viewer === "manager" ? "Продано по месяцам, шт." : "Куплено по месяцам, шт."}
          summary={describeMonths(months, (value) => `${formatNumber(value)}\u00a0шт.`)}
          points={months}
          format={formatNumber}
        />
      )}
      <Section title={viewer === "manager" ? "Все продажи" : "Все покупки"} id="rows">
        <PeriodFilter period={period} />
        <DealsTable
          viewer={viewer}
          deals={items}
          empty={<NoDeals viewer={viewer} isFiltered={isFiltered} isReversed={period.isReversed} />}
        />
        <Pagination page={page} total={total} perPage={perPage} anchor="rows" label="Страницы списка" />
      </Section>
    </>
  );
}

interface NoDealsProps {
  viewer: "manager" | "member";
  isFiltered: boolean;
  isReversed: boolean;
}

function NoDeals({ viewer, isFiltered, isReversed }: NoDealsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        drawing={<EmptySheet />}
        title={isReversed ? "Проверьте даты" : "За этот период ничего нет"}
        action={<Link to="/dashboard/sales/">Показать за всё время</Link>}
      />
    );
  }
  return (
    <EmptyState drawing={<EmptySheet />} title={viewer === "manager" ? "Продаж пока нет" : "Покупок пока нет"}>
      Они появятся, когда куратор дистрибьютора загрузит отчёт, в котором вы названы.
    </EmptyState>
  );
}

function titleOf(viewer: "manager" | "member" | undefined): string {
  return viewer === "member" ? "Мои покупки" : "Мои продажи";
}

function tellTotal(viewer: "manager" | "member", total: number, points: number | null): string {
  const deals =
    viewer === "manager"
      ? formatCount(total, "продажа", "продажи", "продаж")
      : formatCount(total, "покупка", "покупки", "покупок");
  return points === null ? deals : `${deals}, ${formatPoints(points)}`;
}

function exportQuery({ from, to }: { from: string; to: string }): string {
  return String(new URLSearchParams({ ...(from && { date_from: from }), ...(to && { date_to: to }) }));
}
