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

export interface ManagerView {
  id: string;
  name: string;
  email: string;
  phone: string;
  /** The first few; `memberCount` tells how many there are. */
  members: MemberView[];
  memberCount: number;
  /** Shown because of a search: the members lie open. */
  isFound: boolean;
}

/** One page of a list, and which page it is. */
export interface PageOf<Item> {
  items: Item[];
  page: number;
  perPage: number;
  total: number;
}
