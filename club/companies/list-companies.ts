import { listCompanies } from "../../contract/companies";
import { endpoint } from "../http/endpoint";
import { toCompanyReply } from "./company-reply";

/** Lists a page of the participant's own companies, oldest first. */
export const listCompaniesEndpoint = endpoint(
  listCompanies,
  async ({ page, per_page }, { services: { db }, actor }) => {
    const own = db.selectFrom("companies").where("owner_id", "=", actor.id);
    const [items, { total }] = await Promise.all([
      own
        .selectAll()
        .orderBy("id")
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute(),
      own.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
    ]);
    return { items: items.map(toCompanyReply), total, page, per_page };
  },
);
