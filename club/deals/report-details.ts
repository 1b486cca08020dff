import { sql } from "kysely";
import { reportDetails } from "../../contract/deals";
import { endpoint } from "../http/endpoint";
import { requireReport } from "./require-report";

/** Lists the deals of one report. `points` is the sum of the manager's and the member's. */
export const reportDetailsEndpoint = endpoint(reportDetails, async ({ file_id, page, per_page }, context) => {
  const report = await requireReport(context, file_id);
  const { db } = context.services;
  const items = await db
    .selectFrom("deals")
    .innerJoin("users as manager", "manager.id", "deals.manager_id")
    .innerJoin("companies", "companies.id", "deals.company_id")
    .select([
      "sell_date",
      sql<string>`concat_ws(' ', manager.last_name, manager.first_name, nullif(manager.sur_name, ''))`.as(
        "manager_fio",
      ),
      "companies.actual_name_organization as member_company_actual_name",
      "companies.inn",
      "article_code",
      "article_name",
      "sell_count",
      sql<number>`manager_points + member_points`.as("points"),
    ])
    .where("file_id", "=", report.id)
    .orderBy("file_row")
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const { total } = await db
    .selectFrom("deals")
    .select((deal) => deal.fn.countAll<number>().as("total"))
    .where("file_id", "=", report.id)
    .executeTakeFirstOrThrow();
  return { items, total, page, per_page };
});
