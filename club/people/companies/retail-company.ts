import { innChecksumHolds } from "../../../contract/fields";
import { alias, COMPANY_EXISTS_MESSAGE } from "../../../contract/values";
import { parseId } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Db } from "../../platform/services";
import { findLegalEntity } from "./legal-entity";

/** The fields of a retail company in a registration or in the profile (§3.2), under their wire names. */
export interface RetailCompanyInput {
  readonly company_inn: string;
  readonly company_actual_name_organization: string;
  readonly company_actual_address_organization: string;
  readonly company_segment_id: string;
}

/** The columns of a retail company's row, without its owner. */
export interface RetailCompanyValues {
  readonly kind: "retail";
  readonly inn: string;
  readonly actual_name_organization: string;
  readonly actual_address_organization: string;
  readonly legal_name_organization: string;
  readonly legal_address_organization: string;
  readonly segment_id: number;
}

/**
 * Validates a retail company (§5.4, §5.6): the register must know the INN or its check digits must be right, and the segment
 * must exist. Legal name and address come from the register only, never from the input (§3.4).
 * @throws RefusalError validation on the field
 */
export async function validateRetailCompany(db: Db, input: RetailCompanyInput): Promise<RetailCompanyValues> {
  const inn = input.company_inn;
  const entity = await findLegalEntity(db, inn);
  if (!entity && !innChecksumHolds(inn)) {
    throw new RefusalError(alias.validation, "Такого ИНН не бывает. Проверьте цифры: их 10 или 12.", "company_inn");
  }
  const segmentId = parseId(input.company_segment_id);
  const segment =
    segmentId !== null && (await db.selectFrom("segments").select("id").where("id", "=", segmentId).executeTakeFirst());
  if (!segment) throw new RefusalError(alias.validation, "Выберите сегмент из списка.", "company_segment_id");
  return {
    kind: "retail",
    inn,
    actual_name_organization: input.company_actual_name_organization || entity?.name || `ИНН ${inn}`,
    actual_address_organization: input.company_actual_address_organization,
    legal_name_organization: entity?.name ?? "",
    legal_address_organization: entity?.address ?? "",
    segment_id: segment.id,
  };
}

/** The refusal of a company that belongs to another participant (§8.2). */
export function knownCompanyError(): RefusalError {
  return new RefusalError(alias.companyExists, COMPANY_EXISTS_MESSAGE, "company_inn");
}
