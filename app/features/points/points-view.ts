export interface AddedView {
  id: string;
  date: string;
  action: string;
  sum: number;
}

export interface SpentView extends AddedView {
  /** As it came: an unknown status is shown as it is. */
  status: string;
}
