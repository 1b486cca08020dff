import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "../document/cache";
import { OWN_CLAIMS } from "../features/claims/claim-paths";
import { takesClaims } from "../features/claims/require-claims.server";
import type { DealsFilter } from "../features/deals/deal-view";
import { DealsFilterForm } from "../features/deals/deals-filter-form";
import { DealsTable } from "../features/deals/deals-table";
import { TopArticles } from "../features/deals/top-articles";
import { canSearchDeals, filterInput, loadDeals, readFilter } from "../features/deals/view-deals.server";
import { describeMonths } from "../lib/month-sum";
import { readPageNumber } from "../lib/page-number";
import { formatCount, formatNumber, formatPoints } from "../lib/points";
import { requireSession } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { Disclosure } from "../ui/core/disclosure";
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
  const filter = readFilter(query);
  return {
    viewer,
    filter,
    canSearch: canSearchDeals(),
    exportQuery: String(new URLSearchParams(filterInput(filter))),
    takesClaims: takesClaims(),
    ...(await loadDeals(visit, viewer, page, filter)),
  };
}

export default function SalesPage() {
  const data = useLoaderData<typeof loader>();
  const { viewer, filter, takesClaims, page, perPage, total, points, months, articles } = data;
  const isFiltered = Boolean(filter.from || filter.to || filter.search);
  return (
    <>
      <PageHeader
        title={titleOf(viewer)}
        lead={data.isTotalOpen || filter.isReversed ? undefined : tellTotal(viewer, total, points)}
        actions={
          (total > 0 || takesClaims) && (
            <>
              {total > 0 && (
                <ButtonLink to={`/dashboard/sales/export?${data.exportQuery}`} variant="secondary" reloadDocument>
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
      {articles.length > 1 && (
        <Disclosure summary="Больше всего баллов">
          <TopArticles articles={articles} />
        </Disclosure>
      )}
      <Section title={viewer === "manager" ? "Все продажи" : "Все покупки"} id="rows">
        <DealsFilterForm filter={filter} canSearch={data.canSearch} />
        <DealsTable
          viewer={viewer}
          deals={data.items}
          empty={<NoDeals viewer={viewer} isFiltered={isFiltered} filter={filter} />}
        />
        <Pagination page={page} total={total} perPage={perPage} anchor="rows" label="Страницы списка" />
      </Section>
    </>
  );
}

interface NoDealsProps {
  viewer: "manager" | "member";
  isFiltered: boolean;
  filter: DealsFilter;
}

function NoDeals({ viewer, isFiltered, filter: { isReversed, search } }: NoDealsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        drawing={<EmptySheet />}
        title={isReversed ? "Проверьте даты" : search ? "Ничего не нашлось" : "За этот период ничего нет"}
        action={<Link to="/dashboard/sales/">{search ? "Показать всё" : "Показать за всё время"}</Link>}
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
