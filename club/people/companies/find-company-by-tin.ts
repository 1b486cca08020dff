import { findCompanyByTin } from "../../../contract/companies";
import { alias } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { RefusalError } from "../../platform/http/refusal-error";
import { lookUpLegalEntity } from "./legal-entity";

const LOOKUPS_PER_ADDRESS = { max: 300, seconds: 10 * 60 };

/** Finds legal name and address by tax number (§3.4). @throws RefusalError notFound */
export const findCompanyByTinEndpoint = endpoint(
  findCompanyByTin,
  async ({ tin }, { services }) => {
    const { entity, isUnavailable } = await lookUpLegalEntity(services, tin);
    if (!entity) {
      const message = isUnavailable
        ? "Реестр компаний сейчас не отвечает, проверить ИНН не получилось."
        : "Компания с таким ИНН в реестре не найдена. Проверьте номер.";
      throw new RefusalError(alias.notFound, message, "company_inn");
    }
    return { tin: entity.inn, name: entity.name, address: entity.address };
  },
  { rateLimits: [{ name: "company-by-tin", by: "address", ...LOOKUPS_PER_ADDRESS }] },
);
