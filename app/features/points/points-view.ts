interface EntryView {
  id: string;
  date: string;
  action: string;
  sum: number | undefined;
}

/** Points that were added at once: by one entry, or by the rows of a report. */
export interface AddedView extends EntryView {
  /** The order whose points came back; empty for others, and where the upstream doesn't tell it. */
  order: string;
  /** What each row of the report is for; empty for a single entry. A page has many rows, and two plain lists take fewer bytes than a list of objects. */
  rowActions: readonly string[];
  /** The points of each row, in the same order. */
  rowSums: readonly EntryView["sum"][];
  /** The days on which the report's sales were made, as an address has them; empty where the upstream doesn't tell them. */
  days: string;
  /** The day from which the points can be spent; empty when they can be. */
  availableOn: string;
}

export interface SpentView extends EntryView {
  /** As the upstream sent it; it may be unknown. */
  status: string;
  /** The order's number; empty where the upstream doesn't tell it. */
  order: string;
  /** Why it was refused, or where the gift is. */
  note: string;
}

/** Points that can be spent from a day on. */
export interface HeldView {
  date: string;
  points: number;
}

/** Points that will expire unless they are spent before. */
export interface ExpiringView {
  date: string;
  points: number;
}

/** What was taken back and the balance didn't have. */
export interface DebtView {
  id: string;
  date: string;
  action: string;
  left: number | undefined;
}
