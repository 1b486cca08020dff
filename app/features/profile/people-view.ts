/** A company as tables show one. */
export interface CompanyView {
  id: string;
  name: string;
  inn: string;
  legalName: string;
  legalAddress: string;
}

export interface MemberView {
  id: string;
  name: string;
  email: string;
  phone: string;
  companies: CompanyView[];
}

/** What a curator sees of a manager's member. */
export interface RetailView {
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
  /** The first few; `memberCount` tells how many there are. */
  members: RetailView[];
  memberCount: number;
  /** Shown because of a search: the members lie open. */
  isFound: boolean;
}
