import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listSaleClaims, withdrawSaleClaim } from "../../contract/sale-claims";
import { cacheHeaders } from "../document/cache";
import { NEW_CLAIM, OWN_CLAIMS } from "../features/claims/claim-paths";
import { OwnClaimsTable } from "../features/claims/claims-table";
import { requireClaims } from "../features/claims/require-claims.server";
import { CLAIMS_PER_PAGE, viewClaim } from "../features/claims/view-claims.server";
import { readListPage, readPageNumber } from "../lib/page-number";
import { redirectWithNotice } from "../session/reply.server";
import { requireSession } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { EmptyState } from "../ui/core/empty-state";
import { PageHeader } from "../ui/core/page";
import { EmptySheet } from "../ui/lazy/blueprint/empty-sheet";
import { Pagination } from "../ui/lazy/pagination";

export const meta: MetaFunction = () => [{ title: "Мои заявки — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/sales");
  requireClaims("/dashboard/sales/");
  const page = readPageNumber(new URL(args.request.url).searchParams);
  const list = readListPage(
    await visit.read(listSaleClaims, { page, per_page: CLAIMS_PER_PAGE }),
    page,
    CLAIMS_PER_PAGE,
  );
  return { isManager: visit.session.role === "manager", ...list, items: list.items.map(viewClaim) };
}

/** Withdraws the claim of the pressed button. */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/sales");
  requireClaims("/dashboard/sales/");
  const id = String((await args.request.formData()).get("claim_id") || "0");
  const answer = await visit.call(withdrawSaleClaim, { id });
  if (!answer.ok) return redirectWithNotice(OWN_CLAIMS, { kind: "error", text: answer.refusal.message });
  const text = "Дистрибьютор её больше не видит, фото документа удалены.";
  return redirectWithNotice(OWN_CLAIMS, { kind: "success", title: `Заявка №\u00a0${id} снята`, text });
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function OwnClaimsPage() {
  const { isManager, items, page, perPage, total } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        mark={<Link to="/dashboard/sales/">{isManager ? "← Мои продажи" : "← Мои покупки"}</Link>}
        title="Мои заявки"
        lead={`Если ${isManager ? "продажи" : "покупки"} нет в отчётах, пришлите документ: дистрибьютор проверит его и баллы начислятся.`}
        actions={<ButtonLink to={NEW_CLAIM}>{isManager ? "Заявить продажу" : "Заявить покупку"}</ButtonLink>}
      />
      <OwnClaimsTable
        claims={items}
        empty={
          <EmptyState drawing={<EmptySheet />} title="Заявок пока нет">
            Отчёты приходят не сразу: подождите неделю-две, прежде чем заявлять.
          </EmptyState>
        }
      />
      <Pagination page={page} total={total} perPage={perPage} label="Страницы списка заявок" />
    </>
  );
}
