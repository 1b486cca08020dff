import { sql } from "kysely";
import type { Db } from "../../platform/services";
import type { Period, WholePeriod } from "./whole-period";

interface Uploaded {
  readonly fileId: number;
  readonly curatorId: number;
}

/**
 * Selects the reports that the curator uploaded after this one and that have counted, as where this one waited for an operator. A
 * claimed sale is counted as a report too, and says nothing of others.
 */
function selectLater(db: Db, { fileId, curatorId }: Uploaded) {
  return db
    .selectFrom("report_files")
    .where("curator_id", "=", curatorId)
    .where("id", ">", fileId)
    .where("processed", ">", 0)
    .where("recalled_at", "is", null)
    .where(sql<boolean>`not exists (
      select from deals join sale_claims on sale_claims.deal_id = deals.id where deals.file_id = report_files.id
    )`);
}

export async function hasLaterReport(db: Db, report: Uploaded): Promise<boolean> {
  return (await selectLater(db, report).select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** The periods of which later reports have all sales. */
export async function listLaterPeriods(db: Db, report: Uploaded): Promise<Period[]> {
  const later = await selectLater(db, report).select("period").where("period", "is not", null).execute();
  return later.map(({ period }) => period as unknown as WholePeriod);
}
