/** A claimed sale as its tables show it. */
export interface ClaimView {
  id: string;
  /** When it was made. */
  date: string;
  /** As the upstream sent it; it may be unknown. */
  status: string;
  reason: string;
  claimant: string;
  distributor: string;
  shop: string;
  inn: string;
  sellDate: string;
  code: string;
  name: string;
  count: number | undefined;
  documentNumber: string;
  points: number | undefined;
}

/** A claim as a curator answers it. */
export interface ClaimCardView extends ClaimView {
  comment: string;
  /** The values with which the form of the answer begins. */
  claimed: { article_code: string; sell_count: string; sell_date: string; manager_id: string };
  managers: { value: string; label: string }[];
  photos: { number: number; isPicture: boolean }[];
  similar: { id: string; sellDate: string; count: number | undefined; manager: string; fileName: string }[];
}
