import { exportManagers, exportMembers } from "../../contract/accounts";
import { fullName } from "../accounts/person";
import { csvFile } from "../http/csv";
import { endpoint } from "../http/endpoint";
import { listManagers, listMembers, type MemberOnWire } from "./people";

type Cells = (string | number | null)[];

const memberHeader = ["Ритейл", "E-mail", "Телефон", "Компания", "ИНН", "Юридическое название", "Юридический адрес"];

/** The manager's retail members as CSV, one row a company. */
export const exportMembersEndpoint = endpoint(exportMembers, async (_input, { services: { db }, actor }) => {
  const members = await listMembers(db, actor.id);
  return csvFile("members.csv", memberHeader, members.flatMap(memberRows));
});

/** The curator's managers as CSV, one row a company of their retail members; a manager without members has one row. */
export const exportManagersEndpoint = endpoint(exportManagers, async (_input, { services: { db }, actor }) => {
  const managers = await listManagers(db, actor.id);
  const rows = managers.flatMap((manager) => {
    const cells = [nameOf(manager), text(manager.email), text(manager.phone)];
    const members = (manager.members ?? []).flatMap(memberRows);
    const none: Cells = memberHeader.map(() => "");
    return (members.length > 0 ? members : [none]).map((row): Cells => [...cells, ...row]);
  });
  const header = ["Сейлз", "E-mail сейлза", "Телефон сейлза", ...memberHeader];
  return csvFile("managers.csv", header, rows);
});

function memberRows(member: MemberOnWire): Cells[] {
  const cells = [nameOf(member), text(member.email), text(member.phone)];
  const companies = member.companies ?? [];
  if (companies.length === 0) return [[...cells, "", "", "", ""]];
  return companies.map((company) => [
    ...cells,
    text(company.actual_name_organization),
    text(company.inn),
    text(company.legal_name_organization),
    text(company.legal_address_organization),
  ]);
}

type WireText = string | number | null | undefined;

function nameOf(person: { last_name?: WireText; first_name?: WireText; sur_name?: WireText }): string {
  return fullName({
    last_name: text(person.last_name),
    first_name: text(person.first_name),
    sur_name: text(person.sur_name),
  });
}

function text(value: WireText): string {
  return value == null ? "" : String(value);
}
