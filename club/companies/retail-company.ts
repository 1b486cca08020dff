import { innChecksumHolds } from "../../contract/fields";
import { alias } from "../../contract/values";
import { parseId } from "../http/parse-id";
import { RefusalError } from "../http/refusal-error";
import type { Db } from "../services";
import { findLegalEntity } from "./legal-entity";

/** What a person says of the retail company at registration or later (§3.2); wire names. */
export interface RetailCompanyInput {
  readonly company_inn: string;
  readonly company_actual_name_organization: string;
  readonly company_actual_address_organization: string;
  readonly company_segment_id: string;
}

/** The columns of a retail company, ready to be written. */
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
 * Checks a retail company (§5.4, §5.6): an INN that the register knows, or at least one whose check digits hold, and a
 * segment of the list. Legal name and address come from the register and from nobody else (§3.4).
 */
export async function readRetailCompany(db: Db, input: RetailCompanyInput): Promise<RetailCompanyValues> {
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

/** §8.2 */
export function refuseKnownCompany(): never {
  const message = "Компания с таким ИНН уже участвует в программе. Обратитесь в техническую поддержку.";
  throw new RefusalError(alias.companyExists, message, "company_inn");
}
