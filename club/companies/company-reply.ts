import type { CompanyRow } from "../db/types";

/** A company as the contract has it. */
export function readCompany(company: CompanyRow) {
  const { id, actual_name_organization, legal_name_organization, legal_address_organization, inn, repsli_code } =
    company;
  return { id, actual_name_organization, legal_name_organization, legal_address_organization, inn, repsli_code };
}
