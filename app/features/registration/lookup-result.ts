import type { SubmissionResult } from "@conform-to/react";
import type { Choice } from "../../ui/core/choice-field";

/** The results of the look-ups of a registration form. The form carries them to show them again; a registration ignores them. */
export interface LookupResult {
  /** Of the company with the entered tax number (§3.4). */
  legalName: string;
  legalAddress: string;
  /** The tax number that was looked up, as typed. */
  checkedInn: string;
  companyNote: string;
  companyError: string;
  /** Name and distributor of the manager with the entered contact (§5.9). */
  manager: string;
  /** The distributor at whom the manager works; empty when the upstream doesn't tell. */
  managerCompany: string;
  /** The contact that was looked up, as typed. */
  checkedManager: string;
  managerError: string;
  suggestions: string[];
  suggestionError: string;
  /** Distributors whose names contain the searched words; null when nothing was searched. */
  distributors: Choice[] | null;
  distributorError: string;
}

/** The reply to a registration form: conform's result and the look-ups'. */
export type RegistrationReply = SubmissionResult<string[]> & { lookup?: Partial<LookupResult> };

export const emptyLookupResult: LookupResult = {
  legalName: "",
  legalAddress: "",
  checkedInn: "",
  companyNote: "",
  companyError: "",
  manager: "",
  managerCompany: "",
  checkedManager: "",
  managerError: "",
  suggestions: [],
  suggestionError: "",
  distributors: null,
  distributorError: "",
};

/** The `intent` of the buttons that look something up while a registration form is being filled in. */
export const lookupIntents = [
  "find-company",
  "check-manager",
  "find-distributor",
  "suggest-address",
  "pick-address",
] as const;
export type LookupIntent = (typeof lookupIntents)[number];
