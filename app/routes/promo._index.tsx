import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listOwnPromotions, listPromotions } from "../../contract/promotions";
import { cacheHeaders } from "../document/cache";
import { PromotionTag } from "../features/promotions/promotion-tag";
import { viewPromotion } from "../features/promotions/promotion-view.server";
import { readListPage, readPageNumber } from "../lib/page-number";
import { openVisit } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { EmptyState } from "../ui/core/empty-state";
import { Columns, PageHeader } from "../ui/core/page";
import { EmptyShelf } from "../ui/lazy/blueprint/empty-shelf";
import { Pagination } from "../ui/lazy/pagination";

const PER_PAGE = 12;

export const meta: MetaFunction = () => [
  { title: "Акции — Клуб" },
  { name: "description", content: "Действующие акции клуба: сроки, условия и баллы за артикулы." },
];
export const headers = cacheHeaders("guest");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await openVisit(args);
  const page = readPageNumber(new URL(args.request.url).searchParams);
  const list = await visit.read(visit.session ? listOwnPromotions : listPromotions, { page, per_page: PER_PAGE });
  const { items, ...paging } = readListPage(list, page, PER_PAGE);
  return {
    promotions: items.map((promotion) => viewPromotion(promotion)),
    page: paging.page,
    perPage: paging.perPage,
    total: paging.total,
    isMember: visit.session?.role === "member",
  };
}

export default function PromotionsPage() {
  const { promotions, page, perPage, total, isMember } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Акции"
        lead="Дополнительные баллы и розыгрыши для участников клуба."
        actions={
          isMember && (
            <ButtonLink to="/dashboard/promo-code" variant="secondary">
              Ввести промокод
            </ButtonLink>
          )
        }
      />
      {promotions.length > 0 ? (
        <Columns kind="cards">
          {promotions.map((promotion, index) => (
            <PromotionTag key={promotion.id || index} promotion={promotion} />
          ))}
        </Columns>
      ) : (
        <EmptyState
          drawing={<EmptyShelf />}
          title={page > 1 ? "На этой странице акций нет" : "Сейчас акций нет"}
          action={
            page > 1 ? (
              <ButtonLink to="/promo/">К началу списка</ButtonLink>
            ) : (
              <ButtonLink to="/q&a/" variant="secondary">
                За что ещё дают баллы
              </ButtonLink>
            )
          }
        >
          {page === 1 && "Новые появляются несколько раз в год. Баллы за сделки и приглашения начисляются всегда."}
        </EmptyState>
      )}
      <Pagination page={page} total={total} perPage={perPage} label="Страницы акций" />
    </>
  );
}
