import { addCompany } from "../../../contract/accounts";
import type { CallRequest } from "../../../contract/call";
import { endpoint } from "../../platform/http/endpoint";
import type { Services, Trx } from "../../platform/services";
import { fullName } from "../accounts/person";
import { settleClaims } from "../companies/company-claims";
import { toCompanyReply } from "../companies/company-reply";
import { lookUpLegalEntity } from "../companies/legal-entity";
import { knownCompanyError, validateRetailCompany } from "../companies/retail-company";
import { claimRefusedCompany, lockRegistrations, requireAvailableCompany } from "../registration/earlier-registration";

/**
 * Adds a company to a member's own. That of another participant is refused, and the claim is recorded for an operator.
 * @throws RefusalError validation on the field, companyExists when the company has an owner (§8.2)
 */
export const addCompanyEndpoint = endpoint(addCompany, async (input, { services, actor }) => {
  const owner = await services.db
    .selectFrom("users")
    .select(["id", "phone", "email", "last_name", "first_name", "sur_name"])
    .where("id", "=", actor.id)
    .executeTakeFirstOrThrow();
  await lookUpLegalEntity(services, input.company_inn);
  return claimRefusedCompany(services, input.company_inn, { ...owner, fullName: fullName(owner) }, () =>
    services.db.transaction().execute((trx) => writeCompany(trx, services, input, owner)),
  );
});

async function writeCompany(
  trx: Trx,
  services: Services,
  input: CallRequest<typeof addCompany>,
  owner: { readonly id: number; readonly phone: string },
) {
  await lockRegistrations(trx);
  const values = { ...(await validateRetailCompany(trx, input)), owner_id: owner.id };
  const own = await trx
    .selectFrom("companies")
    .select("id")
    .where("inn", "=", values.inn)
    .where("owner_id", "=", owner.id)
    .executeTakeFirst();
  if (own) throw knownCompanyError();
  const companyId = await requireAvailableCompany(trx, services, values.inn, { phone: owner.phone });
  const written =
    companyId === undefined
      ? trx.insertInto("companies").values(values).returningAll()
      : trx.updateTable("companies").set(values).where("id", "=", companyId).returningAll();
  const company = await written.executeTakeFirstOrThrow();
  await settleClaims(trx, company.id);
  return toCompanyReply(company);
}
