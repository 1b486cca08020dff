export interface AddedView {
  id: string;
  date: string;
  action: string;
  sum: number | undefined;
}

export interface SpentView extends AddedView {
  /** As the upstream sent it; it may be unknown. */
  status: string;
  /** The order's number; empty where the upstream doesn't tell it. */
  order: string;
  /** Why it was refused, or where the gift is. */
  note: string;
}

/** What was taken back and the balance didn't have. */
export interface DebtView {
  id: string;
  date: string;
  action: string;
  left: number | undefined;
}
