import type { OperatorPart } from "../../../platform/acts/view";
import { companyOwner } from "./company-owner";
import { companyCard, disputedCompanies } from "./disputed-companies";

/** What operators do about companies. */
export const companiesPart: OperatorPart = {
  acts: [companyOwner],
  lists: [disputedCompanies],
  cards: [companyCard],
};
