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
}

/** A period, yyyy-mm-dd; an empty date leaves that side open. */
export interface Period {
  from: string;
  to: string;
  /** Whether it ends before it begins. */
  isReversed: boolean;
}
