import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { listInvites, resendAllInvites, resendInvite } from "../../contract/invites";
import { summariseInvites } from "../../contract/overviews";
import { holdsPoints, participantOf } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import type { InviteFilters } from "../features/invites/invite-view";
import { InvitesFilter } from "../features/invites/invites-filter";
import { InvitesTable } from "../features/invites/invites-table";
import { LastImport } from "../features/invites/last-import";
import { listReferralLinks } from "../features/invites/referral-link.server";
import { ReferralLinks } from "../features/invites/referral-links";
import {
  INVITES_PER_PAGE,
  readInviteFilters,
  viewInvite,
  viewLastImport,
} from "../features/invites/view-invites.server";
import { readConfiguration } from "../lib/configuration.server";
import { readListPage, readPageNumber } from "../lib/page-number";
import { formatNumber } from "../lib/points";
import { redirectWithNotice } from "../session/reply.server";
import { loadUser, requireSession } from "../session/visit.server";
import { Button, ButtonLink } from "../ui/core/button";
import { EmptyState } from "../ui/core/empty-state";
import { Columns, PageHeader, Section } from "../ui/core/page";
import { EmptySheet } from "../ui/lazy/blueprint/empty-sheet";
import { Pagination } from "../ui/lazy/pagination";

export const meta: MetaFunction = () => [{ title: "Приглашения — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  const url = new URL(args.request.url);
  const page = readPageNumber(url.searchParams);
  const filters = readInviteFilters(url.searchParams);
  const wanted = { page, per_page: INVITES_PER_PAGE, search: filters.search, invite_status: filters.status };
  const { upstreamExtensions } = readConfiguration();
  const { search, invite_status } = wanted;
  const [user, list, summary] = await Promise.all([
    loadUser(args, visit),
    visit.read(listInvites, wanted),
    upstreamExtensions ? visit.callOptional(summariseInvites, { search, invite_status }) : null,
  ]);
  const { items, ...paging } = readListPage(list, page, INVITES_PER_PAGE);
  return {
    collectsPoints: user !== null && holdsPoints(participantOf(user.promo_group.system_name, user.is_system)),
    filters,
    invites: items.map(viewInvite),
    paging,
    resendable: summary?.resendable,
    lastImport: summary && viewLastImport(summary),
    links: user ? listReferralLinks(user, url.origin) : [],
  };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  const formData = await args.request.formData();
  const list = `/dashboard/invite/${new URL(args.request.url).search}`;
  if (formData.get("intent") === "resend-all") {
    // Another upstream needn't know the filters; its button says that it writes to everybody.
    const { search, status } = readInviteFilters(new URL(args.request.url).searchParams);
    const filters = readConfiguration().upstreamExtensions ? { search, invite_status: status } : {};
    const answer = await visit.call(resendAllInvites, filters);
    if (!answer.ok) return redirectWithNotice(list, { kind: "error", text: answer.refusal.message });
    const { task_id } = answer.result;
    if (task_id) return redirectWithNotice(`/dashboard/invite/tasks/resend/${encodeURIComponent(task_id)}`);
    return redirectWithNotice(list, { kind: "success", text: "Отправляем приглашения ещё раз." });
  }
  const answer = await visit.call(resendInvite, { invite_id: String(formData.get("invite_id") || "0") });
  if (!answer.ok) return redirectWithNotice(list, { kind: "error", text: answer.refusal.message });
  return redirectWithNotice(list, { kind: "success", text: "Отправляем приглашение ещё раз." });
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function InvitesPage() {
  const { collectsPoints, filters, invites, paging, resendable, lastImport, links } = useLoaderData<typeof loader>();
  const isFiltered = filters.search !== "" || filters.status !== "";
  const query = filterQuery(filters);
  return (
    <>
      <PageHeader
        title="Приглашения"
        lead={
          collectsPoints
            ? "Баллы приходят, когда приглашённый подтвердит телефон и примет правила."
            : "Приглашённый вступает в клуб по личной ссылке."
        }
        actions={
          <>
            <ButtonLink to="/dashboard/invite/new">Пригласить по e-mail</ButtonLink>{" "}
            <ButtonLink to="/dashboard/invite/import" variant="secondary">
              Пригласить списком
            </ButtonLink>
          </>
        }
      />
      <Section title="Ваша ссылка" card>
        <p>Отправьте её в мессенджере или покажите QR-код: приглашённый зарегистрируется от вас.</p>
        <Columns>
          <ReferralLinks links={links} />
        </Columns>
      </Section>
      <Section
        title={describeTotal(paging, isFiltered)}
        id="list"
        actions={
          paging.total > 0 && (
            <>
              <ButtonLink to={`/dashboard/invite/export?${query}`} variant="secondary" small reloadDocument>
                Выгрузить CSV
              </ButtonLink>{" "}
              {resendable !== 0 && (
                <Form method="post" action={`/dashboard/invite?${query}`}>
                  <Button variant="secondary" small name="intent" value="resend-all">
                    {resendable === undefined
                      ? "Отправить всем, кто не ответил, ещё раз"
                      : `Отправить всем ещё раз (${formatNumber(resendable)})`}
                  </Button>
                </Form>
              )}
            </>
          )
        }
      >
        {lastImport && <LastImport {...lastImport} />}
        <InvitesFilter filters={filters} />
        <InvitesTable
          invites={invites}
          action={`/dashboard/invite?${pageQuery(query, paging.page)}`}
          empty={<NoInvites isFiltered={isFiltered} />}
        />
        <Pagination {...paging} anchor="list" label="Страницы приглашений" />
      </Section>
    </>
  );
}

function NoInvites({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        drawing={<EmptySheet />}
        title="Таких приглашений нет"
        action={<Link to="/dashboard/invite/">Показать все</Link>}
      />
    );
  }
  return (
    <EmptyState
      drawing={<EmptySheet />}
      title="Приглашений пока нет"
      action={<Link to="/dashboard/invite/new">Пригласить первого</Link>}
    />
  );
}

function describeTotal({ total, isTotalOpen }: { total: number; isTotalOpen: boolean }, isFiltered: boolean): string {
  if (isTotalOpen) return isFiltered ? "Найденные приглашения" : "Все приглашения";
  return `${isFiltered ? "Найдено" : "Всего"}: ${formatNumber(total)}`;
}

function filterQuery({ search, status }: InviteFilters): string {
  return String(new URLSearchParams({ ...(search && { search }), ...(status && { invite_status: status }) }));
}

function pageQuery(query: string, page: number): string {
  return [query, page > 1 ? `page=${page}` : ""].filter(Boolean).join("&");
}
