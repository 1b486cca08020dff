import type { OperatorPart } from "../../../platform/acts/view";
import { companyCard, disputedCompanies } from "./disputed-companies";
import { distributorTimeZone } from "./distributor-time-zone";

/** What operators do about companies. */
export const companiesPart: OperatorPart = {
  acts: [distributorTimeZone],
  lists: [disputedCompanies],
  cards: [companyCard],
};
