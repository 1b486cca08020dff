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

/** Points that were spent at once: for one gift, or for the units of an order. */
export interface SpentView extends EntryView {
  /** As the upstream sent it; it may be unknown. Of an order, that of the unit for which most is still to be done. */
  status: string;
  /** The order's number; empty where the upstream doesn't tell it. */
  order: string;
  /** Why it was refused, where the gift is, or when it is expected. */
  note: string;
  /** The units of an order; empty for one gift. */
  units: readonly UnitView[];
}

export interface UnitView {
  /** Number of the unit. */
  number: string;
  action: string;
  sum: number | undefined;
  status: string;
}

/** Points that can be spent from a day on. */
export interface HeldView {
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
