import { listCompanies } from "../../../contract/companies";
import { endpoint } from "../../platform/http/endpoint";
import { toCompanyReply } from "./company-reply";

/** Lists a page of the participant's own companies, oldest first, with the segment of each, also one of its own. */
export const listCompaniesEndpoint = endpoint(
  listCompanies,
  async ({ page, per_page }, { services: { db }, actor }) => {
    const own = db.selectFrom("companies").where("owner_id", "=", actor.id);
    const [items, { total }] = await Promise.all([
      own
        .leftJoin("segments", "segments.id", "companies.segment_id")
        .selectAll("companies")
        .select("segments.display_name as segment")
        .orderBy("companies.id")
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute(),
      own.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
    ]);
    return {
      items: items.map((company) => ({ ...toCompanyReply(company), segment: company.segment })),
      total,
      page,
      per_page,
    };
  },
);
