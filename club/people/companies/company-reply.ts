import type { CompanyRow } from "../../platform/db/types";

/** The columns of a company that the contract's replies have. */
export const companyColumns = [
  "id",
  "actual_name_organization",
  "legal_name_organization",
  "legal_address_organization",
  "inn",
  "repsli_code",
] as const satisfies readonly (keyof CompanyRow)[];

/** Picks them. */
export function toCompanyReply(company: Pick<CompanyRow, (typeof companyColumns)[number]>) {
  const { id, actual_name_organization, legal_name_organization, legal_address_organization, inn, repsli_code } =
    company;
  return { id, actual_name_organization, legal_name_organization, legal_address_organization, inn, repsli_code };
}
