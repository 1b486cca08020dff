import { Link } from "@remix-run/react";
import { quote } from "../../../contract/russian-quotes";
import { ButtonLink } from "../../ui/core/button";
import { Section } from "../../ui/core/page";
import { DefinitionList } from "../../ui/lazy/definition-list";
import { Pagination } from "../../ui/lazy/pagination";
import { CompaniesTable } from "./companies-table";
import { EmailLink, PhoneLink } from "./contact-links";
import { ManagersTable } from "./managers-table";
import { MemberSummaryTable, MembersTable, NO_SHOPS } from "./members-table";
import { PeopleFilter } from "./people-filter";
import { type Contact, MEMBER_SIGN_NAMES, type MemberSign, type PeopleView } from "./people-view";

/** The people or companies on the profile page, by role (§3.10). */
export function PeopleSections({ people }: { people: PeopleView }) {
  switch (people.kind) {
    case "managers":
      return <ManagersSection {...people} />;
    case "manager":
      return <ManagerSection {...people} />;
    case "members":
      return <MembersSection {...people} />;
    case "companies":
      return <CompaniesSections {...people} />;
    case "none":
      return null;
  }
}

type Props<Kind extends PeopleView["kind"]> = Extract<PeopleView, { kind: Kind }>;

/** A curator's managers. */
function ManagersSection({ search, items, ...paging }: Props<"managers">) {
  return (
    <Section
      title="Менеджеры и их магазины"
      id="people"
      actions={
        <>
          <DownloadLink to="/dashboard/profile/managers">Выгрузить список</DownloadLink>{" "}
          <DownloadLink to="/dashboard/profile/inns">Выгрузить ИНН</DownloadLink>
        </>
      }
    >
      <PeopleFilter label="Поиск по менеджерам и магазинам" search={search} />
      <ManagersTable
        managers={items}
        empty={<NoPeople search={search} text="Менеджеров пока нет. Пригласите первого." />}
      />
      <Pagination {...paging} anchor="people" label="Страницы списка менеджеров" />
    </Section>
  );
}

/** The members of one manager, for a curator. */
function ManagerSection({ id, name, search, items, ...paging }: Props<"manager">) {
  return (
    <Section title={`Магазины: ${name}`} mark={<Link to="/dashboard/profile">← Все менеджеры</Link>} id="people">
      <PeopleFilter label="Поиск по магазинам" search={search} manager={id} />
      {items.length > 0 ? (
        <MemberSummaryTable members={items} caption={`Магазины: ${name}`} />
      ) : (
        <NoPeople search={search} text={NO_SHOPS} />
      )}
      <Pagination {...paging} anchor="people" label="Страницы списка магазинов" />
    </Section>
  );
}

/** A manager's members. */
function MembersSection({ search, sign, signs, items, ...paging }: Props<"members">) {
  return (
    <Section
      title="Мои магазины"
      id="people"
      actions={<DownloadLink to="/dashboard/profile/members">Выгрузить список</DownloadLink>}
    >
      <PeopleFilter label="Поиск по магазинам" search={search} sign={sign} signs={signs} />
      <MembersTable
        members={items}
        empty={<NoPeople search={search} sign={sign} text="Магазинов пока нет. Пригласите первый." />}
      />
      <Pagination {...paging} anchor="people" label="Страницы списка магазинов" />
    </Section>
  );
}

/** A member's companies and curator. */
function CompaniesSections({ companies, total, curator, manager }: Props<"companies">) {
  return (
    <>
      <Section
        title="Мои компании"
        actions={
          <>
            {total > companies.length && (
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
        <CompaniesTable companies={companies} caption="Мои компании" />
      </Section>
      <Section title="Мой куратор" card>
        {curator ? (
          <DefinitionList
            items={[
              { term: "Имя", value: curator.name },
              { term: "Компания", value: curator.company },
              ...toCall(curator),
            ]}
          />
        ) : (
          <p>
            Куратора пока нет. <Link to="/curator">Выбрать дистрибьютора</Link>
          </p>
        )}
      </Section>
      {manager && (
        <Section title="Мой менеджер" card>
          <DefinitionList items={[{ term: "Имя", value: manager.name }, ...toCall(manager)]} />
        </Section>
      )}
    </>
  );
}

function toCall({ phone, email }: Contact) {
  return [
    ...(phone ? [{ term: "Телефон", value: <PhoneLink phone={phone} /> }] : []),
    ...(email ? [{ term: "E-mail", value: <EmailLink email={email} /> }] : []),
  ];
}

function NoPeople({ search, sign, text }: { search: string; sign?: MemberSign | ""; text: string }) {
  if (search) return <p>По запросу {quote(search)} никого не нашлось.</p>;
  if (sign) return <p>С пометкой {quote(MEMBER_SIGN_NAMES[sign])} магазинов нет.</p>;
  return (
    <p>
      {text} <Link to="/dashboard/invite/">Пригласить</Link>
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
