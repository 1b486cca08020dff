import type { CompanyRow } from "../db/types";

/** Picks the fields of a company that the contract's replies have. */
export function toCompanyReply(company: CompanyRow) {
  const { id, actual_name_organization, legal_name_organization, legal_address_organization, inn, repsli_code } =
    company;
  return { id, actual_name_organization, legal_name_organization, legal_address_organization, inn, repsli_code };
}
