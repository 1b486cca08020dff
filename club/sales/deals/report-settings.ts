import type { TableAnswers } from "../../../contract/columns";
import type { Db, Trx } from "../../platform/services";
import type { ColumnNames } from "./column-names";

/** How a distributor's reports are read, besides what is the same for all. */
export interface ReportSettings {
  /** The headers by which it has named the columns. */
  readonly columnNames: ColumnNames;
  /** What it has answered where a report had two meanings. */
  readonly answers: TableAnswers;
}

/** What the curator's distributor has said about its reports before. */
export async function readReportSettings(db: Db, curatorId: number): Promise<ReportSettings> {
  const company = await selectDistributor(db, curatorId).executeTakeFirst();
  return {
    columnNames: (company?.report_column_names ?? {}) as ColumnNames,
    answers: (company?.report_answers ?? {}) as TableAnswers,
  };
}

/** The time zone in which the days of the curator's distributor begin. */
export async function readTimeZone(db: Db, curatorId: number): Promise<string> {
  const company = await selectDistributor(db, curatorId).executeTakeFirst();
  return company?.time_zone ?? "Europe/Moscow";
}

/** Remembers them for the next report of the distributor, in place of those before. */
export async function rememberReportSettings(
  trx: Trx,
  curatorId: number,
  { columnNames, answers }: ReportSettings,
): Promise<void> {
  await trx
    .updateTable("companies")
    .set({ report_column_names: JSON.stringify(columnNames), report_answers: JSON.stringify(answers) })
    .where("owner_id", "=", curatorId)
    .where("kind", "=", "distributor")
    .execute();
}

function selectDistributor(db: Db, curatorId: number) {
  return db
    .selectFrom("companies")
    .select(["report_column_names", "report_answers", "time_zone"])
    .where("owner_id", "=", curatorId)
    .where("kind", "=", "distributor")
    .orderBy("id");
}
