import type { CallDescriptor } from "../../contract/call";
import type { GiftWords } from "../../contract/gift-words";
import type { Failing } from "./reads";
import type { CallCheck, Caller } from "./report";

/** A call, who made it, and what depends on it. */
export interface MadeCall {
  readonly as: Caller;
  readonly descriptor: CallDescriptor;
  readonly kind: CallCheck["kind"];
  readonly page: string;
  readonly failing: Failing;
  readonly mayBeRefused: boolean;
  readonly input: Readonly<Record<string, unknown>>;
  readonly giftKinds: GiftWords;
}
