import { sql } from "kysely";
import { listReports, type ReportError } from "../../../contract/deals";
import type { RowMessage } from "../../../contract/reply-fields";
import { endpoint } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import type { Db } from "../../platform/services";

/** The most row errors of each report in a list; `failed` counts all. */
const ERRORS_SHOWN = 100;
/** The same for a single report. `exportReportErrors` has all of them, as a file. */
const ERRORS_OF_ONE = 500;
/** The most ranges of rows counted before that a single report tells; `repeated` counts all. */
const REPEATS_SHOWN = 100;

export const listReportsEndpoint = endpoint(
  listReports,
  async ({ page, per_page, file_id }, { services: { db }, actor }) => {
    const id = file_id === undefined ? undefined : parseId(file_id);
    if (id === null) return { items: [], total: 0, page, per_page };
    const items = await readReports(db, actor.id, { page, per_page, id });
    const { total } = await db
      .selectFrom("report_files")
      .select((file) => file.fn.countAll<number>().as("total"))
      .where("curator_id", "=", actor.id)
      .$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
      .executeTakeFirstOrThrow();
    return { items, total, page, per_page };
  },
);

/** Reads a page of a curator's reports, or one report with more of what is said about it. */
export async function readReports(
  db: Db,
  curatorId: number,
  { page, per_page, id }: { page: number; per_page: number; id?: number | undefined },
) {
  const errorsShown = id === undefined ? ERRORS_SHOWN : ERRORS_OF_ONE;
  const files = await db
    .selectFrom("report_files")
    .select(["id", "file_name", "created_at", "status", "total", "processed", "failed", "repeated", "points"])
    .select(["lines", "left_out", "left_out_rows", "gone_recalled", "gone_points", "gone_kept"])
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
            .limit(errorsShown),
        )
        .select(
          sql<
            ReportError[] | null
          >`json_agg(json_build_object('row', row, 'field', field, 'message', message) order by row, field)`.as("list"),
        )
        .as("errors"),
    )
    .where("curator_id", "=", curatorId)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
    .orderBy("id", "desc")
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const repeats = id === undefined || files.length === 0 ? [] : await listRepeats(db, id);
  return files.map(({ created_at, errors, left_out_rows, ...file }) => ({
    ...file,
    repeats,
    left_out_rows: id === undefined ? [] : (left_out_rows as RowMessage[]),
    date: created_at.toISOString(),
    errors: (errors ?? []).slice(0, errorsShown),
  }));
}

function listRepeats(db: Db, fileId: number) {
  return db
    .selectFrom("report_repeats")
    .select(["first_row", "last_row", "message"])
    .where("file_id", "=", fileId)
    .orderBy("first_row")
    .limit(REPEATS_SHOWN)
    .execute();
}
