import { sql } from "kysely";
import type { Trx } from "../../platform/services";
import { findGone, type GoneSales, listToRecall } from "./gone-sales";
import type { Matches } from "./match-counted";
import type { RowError } from "./parse-report";
import { listReturnsOf, type Replaced } from "./replace-deals";
import type { ReportToCount } from "./report-to-count";

/** What the batch of a report finds missing in its period. */
export interface Missing extends GoneSales {
  /** The ids of those that this batch recalls. */
  readonly toRecall: readonly number[];
}

/**
 * Finds the counted sales of the period that the file doesn't have. The last batch of sales recalls whatever is to be recalled. A
 * batch before it recalls only returns of the sales that it replaces, because a sale can't be corrected below what was returned.
 */
export async function findMissing(
  trx: Trx,
  report: ReportToCount,
  matches: Matches,
  of: "all" | Replaced,
): Promise<Missing | null> {
  if (!report.period) return null;
  if (of === "all") {
    const all = await findGone(trx, report, matches);
    return { ...all, toRecall: listToRecall(report.period, all) };
  }
  if (report.period.gone !== "recall") return null;
  const returns = await listReturnsOf(trx, of);
  if (returns.size === 0) return null;
  const all = await findGone(trx, report, matches);
  return { ...all, toRecall: listToRecall(report.period, all).filter((id) => returns.has(id)) };
}

/** What a report says of the sales of its period that it doesn't have. What stays is known when its sales end. */
export function countMissing({ gone, unsure, toRecall }: Missing, { endsSales }: { endsSales: boolean }) {
  const ids = new Set(toRecall);
  const points = gone.reduce((sum, sale) => sum + (ids.has(sale.id) ? sale.points : 0), 0);
  return {
    gone_recalled: sql<number>`gone_recalled + ${ids.size}`,
    gone_points: sql<number>`gone_points + ${points}`,
    ...(endsSales && { gone_kept: gone.length + unsure.length - ids.size }),
  };
}

/** Tells the curator why nothing was recalled, if that was wanted. */
export function noteDoubt({ whyUnsure }: Missing, { period }: ReportToCount): (RowError & { readonly row: number })[] {
  if (whyUnsure === null || period?.gone === "keep") return [];
  // Row 0 stands for the file itself.
  return [{ row: 0, field: "Период", message: whyUnsure }];
}
