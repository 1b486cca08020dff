import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { checkDocuments, type User } from "../../contract/accounts";
import { listPoints } from "../../contract/deals";
import { participantOf } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { CompaniesTable } from "../features/profile/companies-table";
import { DocumentState } from "../features/profile/document-state";
import { ManagersTable } from "../features/profile/managers-table";
import { MembersTable, RetailTable } from "../features/profile/members-table";
import { NowCard } from "../features/profile/now";
import {
  listManagerViews,
  listMembersOfManager,
  listMemberViews,
  viewCompany,
} from "../features/profile/people.server";
import { PeopleFilter } from "../features/profile/people-filter";
import { PersonalData } from "../features/profile/personal-data";
import { roleWords } from "../features/profile/role-words";
import { formatDate } from "../lib/dates.server";
import { readPageNumber } from "../lib/page-number";
import { formatPersonName } from "../lib/person-name";
import { formatPhone } from "../lib/phone";
import { holdsPoints } from "../session/access";
import { loadUser, requireSession, type Visit } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { Columns, PageHeader, Section } from "../ui/core/page";
import { DefinitionList } from "../ui/lazy/definition-list";
import { Pagination } from "../ui/lazy/pagination";

export const meta: MetaFunction = () => [{ title: "Профиль — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/profile");
  const asksPoints = visit.session.role !== "tadam";
  const [user, points, documents] = await Promise.all([
    loadUser(args, visit),
    asksPoints ? readMovement(visit) : null,
    asksPoints ? readDocuments(visit) : null,
  ]);
  if (!user) throw new Response("Профиль недоступен.", { status: 404 });
  const participant = participantOf(user.promo_group.system_name, user.is_system);
  const isHolder = holdsPoints(participant);
  return {
    firstName: user.first_name,
    person: {
      name: formatPersonName(user),
      role: roleWords[participant],
      phone: formatPhone(user.phone),
      email: user.email,
      position: user.employee_position,
    },
    now: {
      participant,
      points: isHolder ? user.points.points : null,
      movement: isHolder ? points : null,
      isAgreementAccepted: user.is_agreement_accepted,
      hasCurator: Boolean(user.curator),
    },
    documents: isHolder ? documents : null,
    people: listPeople(user, new URL(args.request.url).searchParams),
  };
}

export default function ProfilePage() {
  const { firstName, person, now, documents, people } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader mark={person.role} title={`Здравствуйте, ${firstName || person.name}`} />
      <Columns>
        <NowCard now={now} />
        <Section title="Личные данные" card>
          <PersonalData person={person} />
        </Section>
      </Columns>
      {people.kind === "managers" && (
        <Section
          title="Сейлзы и их ритейл"
          id="people"
          actions={
            <>
              <DownloadLink to="/dashboard/profile/managers">Выгрузить список</DownloadLink>
              <DownloadLink to="/dashboard/profile/inns">Выгрузить ИНН</DownloadLink>
            </>
          }
        >
          <PeopleFilter label="Поиск по сейлзам и ритейлу" search={people.search} />
          <ManagersTable
            managers={people.items}
            empty={<NoPeople search={people.search} words="Сейлзов пока нет. Пригласите первого." />}
          />
          <Pagination {...people} anchor="people" label="Страницы списка сейлзов" />
        </Section>
      )}
      {people.kind === "manager" && (
        <Section title={`Ритейл: ${people.name}`} mark={<Link to="/dashboard/profile">← Все сейлзы</Link>} id="people">
          <PeopleFilter label="Поиск по ритейлу" search={people.search} manager={people.id} />
          {people.items.length > 0 ? (
            <RetailTable members={people.items} caption={`Ритейл: ${people.name}`} />
          ) : (
            <NoPeople search={people.search} words="Розничных точек пока нет." />
          )}
          <Pagination {...people} anchor="people" label="Страницы списка ритейла" />
        </Section>
      )}
      {people.kind === "members" && (
        <Section
          title="Мой ритейл"
          id="people"
          actions={<DownloadLink to="/dashboard/profile/members">Выгрузить список</DownloadLink>}
        >
          <PeopleFilter label="Поиск по ритейлу" search={people.search} />
          <MembersTable
            members={people.items}
            empty={<NoPeople search={people.search} words="Розничных точек пока нет. Пригласите первую." />}
          />
          <Pagination {...people} anchor="people" label="Страницы списка ритейла" />
        </Section>
      )}
      {people.kind === "companies" && (
        <>
          <Section
            title="Мои компании"
            actions={
              <>
                {people.total > people.companies.length && (
                  <ButtonLink to="/dashboard/profile/companies" variant="secondary" small>
                    Все компании
                  </ButtonLink>
                )}
                <ButtonLink to="/dashboard/profile/companies/new" variant="secondary" small>
                  Добавить компанию
                </ButtonLink>
              </>
            }
          >
            <CompaniesTable companies={people.companies} caption="Мои компании" />
          </Section>
          <Section title="Мой куратор" card>
            {people.curator ? (
              <DefinitionList
                items={[
                  { term: "Имя", value: people.curator.name },
                  { term: "Компания", value: people.curator.company },
                ]}
              />
            ) : (
              <p>
                Куратора пока нет. <Link to="/curator">Выбрать дистрибьютора</Link>
              </p>
            )}
          </Section>
        </>
      )}
      {documents && (
        <Section title="Документы" card>
          <DocumentState {...documents} />
        </Section>
      )}
    </>
  );
}

function NoPeople({ search, words }: { search: string; words: string }) {
  if (search) return <p>По запросу «{search}» никого не нашлось.</p>;
  return (
    <p>
      {words} <Link to="/dashboard/invite/">Пригласить</Link>
    </p>
  );
}

function DownloadLink({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink to={to} variant="secondary" small reloadDocument>
      {children}
    </ButtonLink>
  );
}

/** The newest movement, added or spent; none when the upstream has no history for this participant. */
async function readMovement(visit: Visit) {
  const answer = await visit.call(listPoints, { page: 1, per_page: 1 });
  if (!answer.ok) return null;
  const [added] = answer.result.added.items;
  const [spent] = answer.result.spent.items;
  if (spent && (!added || spent.date > added.date)) {
    return { date: formatDate(spent.date), action: spent.action, sum: -spent.sumSub };
  }
  return added ? { date: formatDate(added.date), action: added.action, sum: added.sumAdd } : null;
}

async function readDocuments(visit: Visit) {
  const answer = await visit.call(checkDocuments, {});
  return answer.ok ? answer.result : null;
}

/** A member's further companies stand on their own page. */
const COMPANIES_SHOWN = 5;

/** The people and companies of the role (§3.10), cut to the page that the address asks for. */
function listPeople(user: User, asked: URLSearchParams) {
  const query = { search: asked.get("q")?.trim().slice(0, 100) ?? "", page: readPageNumber(asked) };
  const { search } = query;
  if (user.managers) {
    const id = asked.get("manager");
    const manager = id && listMembersOfManager(user.managers, id, query);
    if (id && manager) return { kind: "manager" as const, id, search, ...manager };
    return { kind: "managers" as const, search, ...listManagerViews(user.managers, query) };
  }
  if (user.members) return { kind: "members" as const, search, ...listMemberViews(user.members, query) };
  if (!user.companies) return { kind: "none" as const };
  return {
    kind: "companies" as const,
    companies: user.companies.slice(0, COMPANIES_SHOWN).map(viewCompany),
    total: user.companies.length,
    curator: user.curator ? { name: user.curator.name, company: user.curator.company } : null,
  };
}
