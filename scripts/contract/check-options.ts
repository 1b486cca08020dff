import type { GiftWords } from "../../contract/gift-words";
import type { Upstream } from "../../contract/request";
import type { Participant } from "../../contract/values";

export interface Account {
  readonly as: Participant;
  readonly login: string;
  readonly password: string;
}

export interface CheckOptions {
  readonly upstream: Upstream;
  readonly accounts: readonly Account[];
  /** What the upstream's own words for kinds of gifts mean. */
  readonly giftKinds: GiftWords;
  /** Whether harmless calls that write are made too. */
  readonly write: boolean;
  /** The id of the prize that is ordered, or "cheapest"; null orders nothing. */
  readonly order: string | null;
}
