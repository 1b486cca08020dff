import type { ManagerRow, MemberRow, OwnMemberRow } from "../../../contract/accounts";
import type { Company } from "../../../contract/companies";
import { keepUnits } from "../../lib/keep-units";
import { slicePage } from "../../lib/page-number";
import { formatPersonName } from "../../lib/person-name";
import { formatPhone } from "../../lib/phone";
import {
  type CompanyView,
  type ManagerView,
  MEMBER_SIGNS,
  type MemberSign,
  type MemberSummary,
  type MemberView,
} from "./people-view";

const MANAGERS_PER_PAGE = 10;
const MEMBERS_PER_PAGE = 15;
/** Members shown under each manager of the list, if that manager has a page; the others are on the manager's own page. */
const MEMBERS_UNDER_MANAGER = 3;

/** The filter and page of a list of people. */
export interface PeopleQuery {
  /** Part of a name, e-mail, phone, company or INN. */
  search: string;
  page: number;
}

/** A curator's managers (§3.10). A search looks in their own data and in those of their members. */
export function listManagerViews(managers: readonly ManagerRow[], { search, page }: PeopleQuery) {
  const matches = createMatcher(search);
  const found = managers.flatMap((manager) => {
    if (matches(personText(manager))) return [manager];
    const members = search ? manager.members.filter((member) => matches(memberText(member))) : [];
    return members.length > 0 ? [{ ...manager, members }] : [];
  });
  const { items, ...paging } = slicePage(found, page, MANAGERS_PER_PAGE);
  return { ...paging, items: items.map((manager) => viewManager(manager, search !== "")) };
}

/** One manager's members, for a curator (§3.10). Undefined when the manager doesn't belong to the curator. */
export function listMembersOfManager(managers: readonly ManagerRow[], id: string, query: PeopleQuery) {
  const manager = managers.find((one) => one.id === id);
  return manager && { name: formatPersonName(manager), ...pageMembers(manager.members, query, viewMemberSummary) };
}

/** A manager's members with their companies (§3.10), of a sign all those who bear it. */
export function listMemberViews(
  members: readonly OwnMemberRow[],
  { sign, ...query }: PeopleQuery & { sign: MemberSign | "" },
) {
  const signed = sign ? members.filter((member) => hasSign(member, sign)) : members;
  return {
    sign,
    signs: MEMBER_SIGNS.filter((one) => members.some((member) => hasSign(member, one))),
    ...pageMembers(signed, query, viewMember),
  };
}

function hasSign(member: OwnMemberRow, sign: MemberSign): boolean {
  return sign === "rules" ? !member.is_agreement_accepted : !member.bought_within_month;
}

function pageMembers<Row extends MemberRow, View>(
  members: readonly Row[],
  { search, page }: PeopleQuery,
  view: (member: Row) => View,
) {
  const matches = createMatcher(search);
  const found = members.filter((member) => matches(memberText(member)));
  const { items, ...paging } = slicePage(found, page, MEMBERS_PER_PAGE);
  return { ...paging, items: items.map(view) };
}

function viewManager(manager: ManagerRow, isFound: boolean): ManagerView {
  return {
    id: manager.id,
    name: formatPersonName(manager),
    email: manager.email,
    phone: formatPhone(manager.phone),
    members: manager.members.slice(0, manager.id ? MEMBERS_UNDER_MANAGER : undefined).map(viewMemberSummary),
    memberCount: manager.members.length,
    isFound,
  };
}

function viewMember(member: OwnMemberRow): MemberView {
  return {
    // §3.1: a member's phone serves as id.
    id: member.phone,
    name: formatPersonName(member),
    email: member.email,
    phone: formatPhone(member.phone),
    companies: member.companies.map(viewCompany),
    signs: MEMBER_SIGNS.filter((sign) => hasSign(member, sign)),
  };
}

function viewMemberSummary(member: MemberRow): MemberSummary {
  const companies = member.companies.map(viewCompany).map(({ id, name, inn }) => ({ id, name, inn }));
  return { id: member.phone, name: formatPersonName(member), email: member.email, companies };
}

export function viewCompany(company: Company & { segment?: string }): CompanyView {
  return {
    id: company.id,
    name: company.actual_name_organization || company.legal_name_organization,
    inn: company.inn,
    legalName: company.legal_name_organization,
    legalAddress: keepUnits(company.legal_address_organization),
    segment: company.segment ?? "",
  };
}

/** Every word of the search must occur in the text; digits also match a phone that was typed with brackets. */
function createMatcher(search: string): (text: string) => boolean {
  const wanted = simplify(search).split(/\s+/).filter(Boolean);
  const digits = search.replace(/[\s()+-]/g, "");
  const isNumber = /^\d{4,}$/.test(digits);
  return (text) => {
    const simple = simplify(text);
    return (
      wanted.every((word) => simple.includes(word)) ||
      (isNumber && simple.includes(digits.replace(/^8(?=\d{10}$)/, "7")))
    );
  };
}

function personText(person: Pick<MemberRow, "last_name" | "first_name" | "sur_name" | "email" | "phone">): string {
  return `${formatPersonName(person)} ${person.email} ${person.phone}`;
}

function memberText(member: MemberRow): string {
  const companies = member.companies.map(
    (company) => `${company.actual_name_organization} ${company.legal_name_organization} ${company.inn}`,
  );
  return `${personText(member)} ${companies.join(" ")}`;
}

function simplify(text: string): string {
  return text.toLowerCase().replaceAll("ё", "е");
}
