export interface AddedView {
  id: string;
  date: string;
  action: string;
  sum: number | undefined;
}

export interface SpentView extends AddedView {
  /** As the upstream sent it; it may be unknown. */
  status: string;
}
