import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listReceivedSaleClaims } from "../../contract/sale-claims";
import { cacheHeaders } from "../document/cache";
import { ReceivedClaimsTable } from "../features/claims/claims-table";
import { requireClaims } from "../features/claims/require-claims.server";
import { CLAIMS_PER_PAGE, viewClaim } from "../features/claims/view-claims.server";
import { readListPage, readPageNumber } from "../lib/page-number";
import { requireSession } from "../session/visit.server";
import { EmptyState } from "../ui/core/empty-state";
import { PageHeader } from "../ui/core/page";
import { EmptySheet } from "../ui/lazy/blueprint/empty-sheet";
import { Pagination } from "../ui/lazy/pagination";

export const meta: MetaFunction = () => [{ title: "Заявки о продажах — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  requireClaims("/dashboard/report/");
  const page = readPageNumber(new URL(args.request.url).searchParams);
  const list = readListPage(
    await visit.read(listReceivedSaleClaims, { page, per_page: CLAIMS_PER_PAGE }),
    page,
    CLAIMS_PER_PAGE,
  );
  return { ...list, items: list.items.map(viewClaim) };
}

export default function ReceivedClaimsPage() {
  const { items, page, perPage, total } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        mark={<Link to="/dashboard/report/">← Загрузка отчёта</Link>}
        title="Заявки о продажах"
        lead="Менеджеры и магазины присылают документы продаж, которых нет в отчётах. Принятая заявка считается как строка отчёта."
      />
      <ReceivedClaimsTable claims={items} empty={<EmptyState drawing={<EmptySheet />} title="Заявок пока нет" />} />
      <Pagination page={page} total={total} perPage={perPage} label="Страницы списка заявок" />
    </>
  );
}
