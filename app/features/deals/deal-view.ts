import type { MonthSum } from "../../lib/month-sum";

/** A manager's sale or a member's purchase as its table shows it. */
export interface DealView {
  id: string;
  date: string;
  /** The member for a manager, the distributor for a member. */
  who: string;
  inn: string;
  /** The shop for a manager, the legal name for a member. */
  company: string;
  code: string;
  name: string;
  count: number | undefined;
  points: number | undefined;
  /** Where the entry that added the points is shown; empty where the upstream doesn't tell it, or they weren't added yet. */
  accrual: string;
}

/** What an article has brought. */
export interface ArticleView {
  code: string;
  name: string;
  points: number;
}

export interface DealListView {
  items: DealView[];
  page: number;
  perPage: number;
  total: number;
  /** There may be more rows than `total`. */
  isTotalOpen: boolean;
  /** The sum of the rows' points; null when not all rows were read. */
  points: number | null;
  /** Pieces by month; empty with fewer than two months. */
  months: MonthSum[];
  /** The articles with the most points; empty where the upstream doesn't tell them. */
  articles: ArticleView[];
}

/** Which deals a list shows. A period's dates are yyyy-mm-dd; an empty one leaves that side open. */
export interface DealsFilter {
  from: string;
  to: string;
  /** Whether the period ends before it begins. */
  isReversed: boolean;
  /** What is searched for; empty: everything. */
  search: string;
}
