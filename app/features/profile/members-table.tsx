import { Fragment, type ReactNode } from "react";
import { formatCount } from "../../lib/points";
import { Badge } from "../../ui/core/badge";
import { Disclosure } from "../../ui/core/disclosure";
import { DataTable } from "../../ui/lazy/table";
import { CompaniesTable } from "./companies-table";
import { EmailLink, PhoneLink } from "./contact-links";
import { MEMBER_SIGN_NAMES, type MemberSummary, type MemberView } from "./people-view";

export const NO_SHOPS = "Магазинов пока нет.";

/** A manager's members with their companies (§3.10). */
export function MembersTable({ members, empty }: { members: readonly MemberView[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="Магазины"
      captionHidden
      rows={members}
      rowKey={(member) => member.id}
      empty={empty}
      columns={[
        { key: "name", header: "Имя", main: true, cell: (member) => <NameWithSigns {...member} /> },
        { key: "email", header: "E-mail", cell: (member) => <EmailLink {...member} /> },
        { key: "phone", header: "Телефон", cell: (member) => <PhoneLink {...member} /> },
      ]}
      details={(member) => (
        <Disclosure summary={summarize(member)}>
          <CompaniesTable companies={member.companies} caption={`Компании: ${member.name}`} />
        </Disclosure>
      )}
    />
  );
}

function NameWithSigns({ name, signs }: MemberView) {
  return (
    <>
      {name}
      {signs.map((sign) => (
        <Fragment key={sign}>
          {" "}
          <Badge tone="warn">{MEMBER_SIGN_NAMES[sign]}</Badge>
        </Fragment>
      ))}
    </>
  );
}

/** A manager's members as a curator sees them: name, company, e-mail, INN (§3.10). */
export function MemberSummaryTable({ members, caption }: { members: readonly MemberSummary[]; caption: string }) {
  return (
    <DataTable
      caption={caption}
      captionHidden
      rows={members}
      rowKey={(member) => member.id}
      empty={<p className="hint">{NO_SHOPS}</p>}
      columns={[
        { key: "name", header: "Имя", main: true, cell: (member) => member.name },
        { key: "company", header: "Компания", cell: (member) => listLines(member, (company) => company.name) },
        { key: "email", header: "E-mail", cell: (member) => member.email },
        { key: "inn", header: "ИНН", cell: (member) => listLines(member, (company) => company.inn) },
      ]}
    />
  );
}

function summarize({ companies }: MemberView): string {
  const [only] = companies;
  if (!only) return "Компаний пока нет";
  return companies.length === 1 ? only.name : formatCount(companies.length, "компания", "компании", "компаний");
}

function listLines(
  { companies }: MemberSummary,
  read: (company: MemberSummary["companies"][number]) => string,
): ReactNode {
  if (companies.length === 0) return "—";
  return (
    <span>
      {companies.map((company, index) => (
        <Fragment key={company.id || index}>
          {index > 0 && <br />}
          {read(company)}
        </Fragment>
      ))}
    </span>
  );
}
