import { addCompany } from "../../contract/accounts";
import { readCompany } from "../companies/company-reply";
import { readRetailCompany, refuseKnownCompany } from "../companies/retail-company";
import { endpoint } from "../http/endpoint";
import { lockRegistrations, takeOverCompany } from "../registration/earlier-registration";

/** Adds a company to a member's own; a company of another participant is refused as at registration (§8.2). */
export const addCompanyEndpoint = endpoint(addCompany, async (input, { services, actor }) => {
  return services.db.transaction().execute(async (trx) => {
    await lockRegistrations(trx);
    const values = { ...(await readRetailCompany(trx, input)), owner_id: actor.id };
    const own = await trx
      .selectFrom("companies")
      .select("id")
      .where("inn", "=", values.inn)
      .where("owner_id", "=", actor.id)
      .executeTakeFirst();
    if (own) refuseKnownCompany();
    const companyId = await takeOverCompany(trx, services, values.inn, undefined);
    const written =
      companyId === undefined
        ? trx.insertInto("companies").values(values).returningAll()
        : trx.updateTable("companies").set(values).where("id", "=", companyId).returningAll();
    return readCompany(await written.executeTakeFirstOrThrow());
  });
});
