import type { SubmissionResult } from "@conform-to/react";
import type { Choice } from "../../ui/core/choice-field";

/** What look-ups have found for a registration form. It travels with the form, to be shown; the server looks again itself. */
export interface LookupResult {
  /** §3.4: of the company with the entered tax number. */
  legalName: string;
  legalAddress: string;
  /** The tax number that it was found by, as typed. */
  checkedInn: string;
  companyNote: string;
  companyError: string;
  /** Name and distributor of the manager with the entered contact (§5.9). */
  manager: string;
  /** The contact that the manager was found by, as typed. */
  checkedManager: string;
  managerError: string;
  suggestions: string[];
  suggestionError: string;
  /** Distributors that bear the searched words in their name; null when nothing was searched. */
  distributors: Choice[] | null;
  distributorError: string;
}

/** The answer to a registration form: conform's, with what was found. */
export type RegistrationReply = SubmissionResult<string[]> & { lookup?: Partial<LookupResult> };

export const emptyLookupResult: LookupResult = {
  legalName: "",
  legalAddress: "",
  checkedInn: "",
  companyNote: "",
  companyError: "",
  manager: "",
  checkedManager: "",
  managerError: "",
  suggestions: [],
  suggestionError: "",
  distributors: null,
  distributorError: "",
};

/** What the registration forms ask for while they are being filled in: the submit buttons' `intent`. */
export const lookupIntents = [
  "find-company",
  "check-manager",
  "find-distributor",
  "suggest-address",
  "pick-address",
] as const;
export type LookupIntent = (typeof lookupIntents)[number];
