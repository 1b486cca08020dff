import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listCompanies } from "../../contract/companies";
import { cacheHeaders } from "../document/cache";
import { CompaniesTable } from "../features/profile/companies-table";
import { viewCompany } from "../features/profile/people.server";
import { readListPage, readPageNumber } from "../lib/page-number";
import { PROFILE_PATH } from "../session/access";
import { requireSession } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { PageHeader, Section } from "../ui/core/page";
import { Pagination } from "../ui/lazy/pagination";

export const meta: MetaFunction = () => [{ title: "Мои компании — Клуб" }];
export const headers = cacheHeaders("session");

/** Companies belong to members (§3.10). */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/profile");
  if (visit.session.role !== "member") throw redirect(PROFILE_PATH);
  const wanted = readPageNumber(new URL(args.request.url).searchParams);
  const list = await visit.read(listCompanies, { page: wanted, per_page: COMPANIES_PER_PAGE });
  const { items, page, perPage, total } = readListPage(list, wanted, COMPANIES_PER_PAGE);
  return { companies: items.map(viewCompany), page, perPage, total };
}

export default function CompaniesPage() {
  const { companies, ...paging } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        mark={<Link to={PROFILE_PATH}>← Профиль</Link>}
        title="Мои компании"
        actions={<ButtonLink to="/dashboard/profile/companies/new">Добавить компанию</ButtonLink>}
      />
      <Section>
        <CompaniesTable companies={companies} caption="Мои компании" />
        <Pagination {...paging} label="Страницы списка компаний" />
      </Section>
    </>
  );
}

const COMPANIES_PER_PAGE = 15;
