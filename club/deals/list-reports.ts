import { sql } from "kysely";
import { listReports, type ReportError } from "../../contract/deals";
import { endpoint } from "../http/endpoint";

/** Row errors that a title shows at most; `failed` counts them all. */
const ERRORS_SHOWN = 100;

export const listReportsEndpoint = endpoint(listReports, async ({ page, per_page }, { services: { db }, actor }) => {
  const files = await db
    .selectFrom("report_files")
    .select(["id", "file_name", "created_at", "status", "total", "processed", "failed", "points"])
    .select((file) =>
      file
        .selectFrom("report_errors")
        .whereRef("file_id", "=", "report_files.id")
        .where("row", "in", (rows) =>
          rows
            .selectFrom("report_errors as first")
            .select("first.row")
            .whereRef("first.file_id", "=", "report_files.id")
            .orderBy("first.row")
            .limit(ERRORS_SHOWN),
        )
        .select(
          sql<
            ReportError[] | null
          >`json_agg(json_build_object('row', row, 'field', field, 'message', message) order by row, field)`.as("list"),
        )
        .as("errors"),
    )
    .where("curator_id", "=", actor.id)
    .orderBy("id", "desc")
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const { total } = await db
    .selectFrom("report_files")
    .select((file) => file.fn.countAll<number>().as("total"))
    .where("curator_id", "=", actor.id)
    .executeTakeFirstOrThrow();
  const items = files.map(({ created_at, errors, ...file }) => ({
    ...file,
    date: created_at.toISOString(),
    errors: (errors ?? []).slice(0, ERRORS_SHOWN),
  }));
  return { items, total, page, per_page };
});
