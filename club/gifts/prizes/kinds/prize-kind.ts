import type { Db } from "../../../platform/services";
import type { Evidence } from "./evidence";

/** To whom a unit of a prize goes. What a kind doesn't ask for is empty. */
export interface Recipient {
  /** A phone or card number. It is stored sealed. */
  readonly recipient: string;
  /** The same with most of its digits hidden, for whoever looks at the order. */
  readonly recipientMasked: string;
  readonly operatorId: number | null;
  /** It is stored sealed. */
  readonly cardHolder: string;
}

/** What the club has to know about the prizes of one kind. */
export interface PrizeKind {
  /** As operators read it. */
  readonly title: string;
  /** They are sold by a named retailer and listed among the certificates (§3.6). */
  readonly isCertificate: boolean;
  /** They may have sizes, and one unit of the ordered size is taken from stock. */
  readonly hasSizes: boolean;
  /** They go to a pickup point, which the order has to name. */
  readonly isDelivered: boolean;
  /** What shows that an order was handed out: without it nobody completes one alone. */
  readonly evidence: Evidence;
  /**
   * Reads the recipient from `selected_additional_fields`. A kind without recipients has no such function.
   * @throws RefusalError validation on the field that is wrong
   */
  readRecipient?(db: Db, fields: readonly string[]): Promise<Partial<Recipient>>;
}
