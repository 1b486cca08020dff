import { exportManagers, exportMembers } from "../../../contract/accounts";
import { csvFile } from "../../platform/http/csv";
import { endpoint } from "../../platform/http/endpoint";
import { fullName } from "../accounts/person";
import { listManagers, listMembers, type MemberReply } from "./people";

type Cells = (string | number | null)[];

const memberHeader = [
  "Контактное лицо",
  "E-mail",
  "Телефон",
  "Компания",
  "ИНН",
  "Юридическое название",
  "Юридический адрес",
];

/** Exports the manager's retail members as CSV, one row for each company. */
export const exportMembersEndpoint = endpoint(exportMembers, async (_input, { services: { db }, actor }) => {
  const members = await listMembers(db, actor.id);
  return csvFile("Мои магазины.csv", memberHeader, members.flatMap(memberRows));
});

/** Exports the curator's managers as CSV, one row for each company of their retail members. A manager without members has one row. */
export const exportManagersEndpoint = endpoint(exportManagers, async (_input, { services: { db }, actor }) => {
  const managers = await listManagers(db, actor.id);
  const rows = managers.flatMap((manager) => {
    const cells = [formatName(manager), formatText(manager.email), formatText(manager.phone)];
    const members = (manager.members ?? []).flatMap(memberRows);
    const none: Cells = memberHeader.map(() => "");
    return (members.length > 0 ? members : [none]).map((row): Cells => [...cells, ...row]);
  });
  const header = ["Менеджер", "E-mail менеджера", "Телефон менеджера", ...memberHeader];
  return csvFile("Мои менеджеры.csv", header, rows);
});

function memberRows(member: MemberReply): Cells[] {
  const cells = [formatName(member), formatText(member.email), formatText(member.phone)];
  const companies = member.companies ?? [];
  if (companies.length === 0) return [[...cells, "", "", "", ""]];
  return companies.map((company) => [
    ...cells,
    formatText(company.actual_name_organization),
    formatText(company.inn),
    formatText(company.legal_name_organization),
    formatText(company.legal_address_organization),
  ]);
}

type WireText = string | number | null | undefined;

function formatName(person: { last_name?: WireText; first_name?: WireText; sur_name?: WireText }): string {
  return fullName({
    last_name: formatText(person.last_name),
    first_name: formatText(person.first_name),
    sur_name: formatText(person.sur_name),
  });
}

function formatText(value: WireText): string {
  return value == null ? "" : String(value);
}
