import { sql } from "kysely";
import { reportDetails } from "../../../contract/deals";
import type { RowRange } from "../../../contract/row-range";
import { endpoint } from "../../platform/http/endpoint";
import { requireReport } from "./require-report";

/**
 * Lists the deals of one report, or of its page only the rows that the caller wants. `points` is the sum of the manager's and
 * the member's.
 */
export const reportDetailsEndpoint = endpoint(reportDetails, async ({ file_id, page, per_page }, context) => {
  const report = await requireReport(context, file_id);
  const { db } = context.services;
  const { total } = await db
    .selectFrom("deals")
    .select((deal) => deal.fn.countAll<number>().as("total"))
    .where("file_id", "=", report.id)
    .where("recalled_at", "is", null)
    .executeTakeFirstOrThrow();
  const range = context.rows && endWithin(context.rows, Math.min(per_page, total));
  const items = await db
    // Names are looked up for the rows of the page, not for those before it.
    .selectFrom((from) =>
      from
        .selectFrom("deals")
        .selectAll()
        .where("file_id", "=", report.id)
        .where("recalled_at", "is", null)
        .orderBy("file_row")
        .limit(range?.count ?? per_page)
        .offset((page - 1) * per_page + (range?.first ?? 0))
        .as("deals"),
    )
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
      "document_number",
      sql<number>`manager_points + member_points`.as("points"),
    ])
    .orderBy("file_row")
    .execute();
  return { items, total, page, per_page, ...(range && { first_row: range.first }) };
});

/** A range that begins beyond the rows of a page moves back to its last ones, in steps of its size. */
function endWithin({ first, count }: RowRange, rows: number): RowRange {
  if (first < rows) return { first, count: Math.min(count, rows - first) };
  return { first: Math.max(0, Math.ceil(rows / count) - 1) * count, count };
}
