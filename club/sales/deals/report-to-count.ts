import { sql } from "kysely";
import type { Db } from "../../platform/services";
import type { CorrectionAnswers } from "./corrections";
import { type Matches, matchCounted } from "./match-counted";
import type { ParsedReport } from "./parse-report";
import type { Period, WholePeriod } from "./whole-period";

/** A report that is counted batch by batch, within a check or for good. */
export interface ReportToCount extends Pick<ParsedReport, "rows" | "hasUnreadRows"> {
  readonly fileId: number;
  readonly curatorId: number;
  readonly answers: CorrectionAnswers;
  /** Where it has all sales of a period; null for any other. */
  readonly period: WholePeriod | null;
  /** Of which reports that were uploaded later have all sales: what they lack isn't counted any more. */
  readonly laterPeriods?: readonly Period[];
  /** What its rows are beside the other reports of the curator, read again only when these have changed. */
  match(db: Db): Promise<Matches>;
  /** Makes the next `match` read again, after this report has changed deals of others. */
  forgetMatches(): void;
}

export function createReportToCount(report: Omit<ReportToCount, "match" | "forgetMatches">): ReportToCount {
  let known: { stamp: string; matches: Matches } | null = null;
  return {
    ...report,
    async match(db) {
      const stamp = await readStamp(db, report);
      if (known?.stamp !== stamp) known = { stamp, matches: await matchCounted(db, report) };
      return known.matches;
    },
    forgetMatches() {
      known = null;
    },
  };
}

/** A text that changes whenever another report of the curator counts rows, or loses some. */
async function readStamp(db: Db, { fileId, curatorId }: Pick<ReportToCount, "fileId" | "curatorId">): Promise<string> {
  const { stamp } = await db
    .selectFrom("report_files")
    .select(sql<string>`concat(count(*), ' ', sum(processed + failed))`.as("stamp"))
    .where("curator_id", "=", curatorId)
    .where("id", "<>", fileId)
    .executeTakeFirstOrThrow();
  return stamp;
}
