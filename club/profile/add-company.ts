import { addCompany } from "../../contract/accounts";
import { toCompanyReply } from "../companies/company-reply";
import { knownCompanyError, validateRetailCompany } from "../companies/retail-company";
import { endpoint } from "../http/endpoint";
import { lockRegistrations, requireAvailableCompany } from "../registration/earlier-registration";

/**
 * Adds a company to a member's own.
 * @throws RefusalError validation on the field, companyExists when the company has an owner (§8.2)
 */
export const addCompanyEndpoint = endpoint(addCompany, async (input, { services, actor }) => {
  return services.db.transaction().execute(async (trx) => {
    await lockRegistrations(trx);
    const values = { ...(await validateRetailCompany(trx, input)), owner_id: actor.id };
    const own = await trx
      .selectFrom("companies")
      .select("id")
      .where("inn", "=", values.inn)
      .where("owner_id", "=", actor.id)
      .executeTakeFirst();
    if (own) throw knownCompanyError();
    const companyId = await requireAvailableCompany(trx, services, values.inn, undefined);
    const written =
      companyId === undefined
        ? trx.insertInto("companies").values(values).returningAll()
        : trx.updateTable("companies").set(values).where("id", "=", companyId).returningAll();
    return toCompanyReply(await written.executeTakeFirstOrThrow());
  });
});
