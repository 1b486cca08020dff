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
  count: number;
  points: number;
}

export interface DealListView {
  items: DealView[];
  page: number;
  perPage: number;
  total: number;
  /** What the rows brought; null when not all of them were read. */
  points: number | null;
  /** Pieces by month; empty when there is too little to compare. */
  months: MonthSum[];
}

/** The period that was asked for: calendar dates, or empty. */
export interface Period {
  from: string;
  to: string;
}
