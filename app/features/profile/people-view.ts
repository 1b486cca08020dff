/** A row of a table of companies. */
export interface CompanyView {
  id: string;
  name: string;
  inn: string;
  legalName: string;
  legalAddress: string;
  /** Empty where the upstream doesn't tell it. */
  segment: string;
}

export interface MemberView {
  id: string;
  name: string;
  email: string;
  phone: string;
  companies: CompanyView[];
  signs: MemberSign[];
}

/** Why a manager would call a member, in the order in which it matters. */
export const MEMBER_SIGNS = ["rules", "purchase"] as const;
export type MemberSign = (typeof MEMBER_SIGNS)[number];

export const MEMBER_SIGN_NAMES: Readonly<Record<MemberSign, string>> = {
  rules: "Не принял правила",
  purchase: "Не покупал месяц",
};

/** What a curator sees of a manager's member. */
export interface MemberSummary {
  id: string;
  name: string;
  email: string;
  companies: Pick<CompanyView, "id" | "name" | "inn">[];
}

export interface ManagerView {
  id: string;
  name: string;
  email: string;
  phone: string;
  /** The first of `memberCount` members. */
  members: MemberSummary[];
  memberCount: number;
  /** Found by a search, so the members are shown unfolded. */
  isFound: boolean;
}

/** A page of a list. */
interface Page<Item> {
  items: Item[];
  page: number;
  perPage: number;
  total: number;
}

/** The people or companies that a profile shows, by role. */
export type PeopleView =
  | ({ kind: "managers"; search: string } & Page<ManagerView>)
  | ({ kind: "manager"; id: string; name: string; search: string } & Page<MemberSummary>)
  | ({
      kind: "members";
      search: string;
      /** The sign that the list is filtered by. */
      sign: MemberSign | "";
      /** The signs that some of the members bear. */
      signs: MemberSign[];
    } & Page<MemberView>)
  | {
      kind: "companies";
      companies: CompanyView[];
      /** Number of all companies, of which the first are shown. */
      total: number;
      curator: (Contact & { company: string }) | null;
      /** Who serves the shop; null where the upstream doesn't tell. */
      manager: Contact | null;
    }
  | { kind: "none" };

/** Somebody to call or to write to; phone and address are empty where the upstream doesn't tell them. */
export interface Contact {
  name: string;
  phone: string;
  email: string;
}
