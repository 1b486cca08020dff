import type { LedgerReason } from "../platform/db/types";

/** A person whose balance or counts differ from the sum or number of the entries, or whose entries don't continue one another. */
export interface BalanceDifference {
  readonly kind: "balance";
  readonly userId: number;
  readonly balance: number;
  readonly sum: number;
  /** The first entry whose `balance_after` isn't the previous balance plus the amount, or whose number isn't the next one. */
  readonly brokenEntryId: number | null;
}

/** An entry or a pending credit that differs from what it comes from, such as a deal or an exchange. */
export interface SourceDifference {
  readonly kind: "source";
  readonly userId: number;
  readonly reason: LedgerReason;
  readonly reference: string;
  /** The id in `ledger_entries`, or in `pending_credits` when `isPending`. Null: the entry is missing. */
  readonly entryId: number | null;
  readonly isPending: boolean;
  /** The entry's points; null when it is missing. */
  readonly recorded: number | null;
  /** The source's points; null when the entry has no source. */
  readonly expected: number | null;
}

/** A deal whose points aren't its pieces times the rate that its article had on that day. */
export interface RateDifference {
  readonly kind: "rate";
  readonly dealId: number;
  readonly pieces: number;
  readonly managerPoints: number;
  readonly memberPoints: number;
}

/** A debt whose payments don't explain what is left of it, a payment without a debt, or an open debt beside points. */
export interface DebtDifference {
  readonly kind: "debt";
  readonly userId: number;
  /** Null: the payments name no debt. */
  readonly debtId: number | null;
  readonly amount: number;
  readonly left: number;
  readonly paid: number;
}

/** A returned sale whose points or pieces aren't those of the sales that it returns. */
export interface ReturnDifference {
  readonly kind: "return";
  readonly dealId: number;
}

/** A promotion that has taken something else from its budget than its bonuses, or a bonus of somebody who isn't of its deal. */
export interface BudgetDifference {
  readonly kind: "budget";
  readonly promotionId: number;
  readonly spent: number;
  readonly bonuses: number;
  /** How many bonuses belong to people who aren't participants of the deal. */
  readonly strange: number;
}

/** A checkpoint that the club didn't write, or whose entries have been changed since. */
export interface CheckpointDifference {
  readonly kind: "checkpoint";
  readonly checkpointId: number;
  readonly upToEntryId: number;
  readonly isForged: boolean;
}

export type LedgerDifference =
  | BalanceDifference
  | SourceDifference
  | RateDifference
  | DebtDifference
  | ReturnDifference
  | BudgetDifference
  | CheckpointDifference;
