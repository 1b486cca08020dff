import { sql } from "kysely";
import { GONE_SHOWN, type periodSums } from "../../../contract/report-previews";
import { toShortDate } from "../../../contract/russian-date";
import type { Db, Trx } from "../../platform/services";
import { nameReport } from "./describe-repeats";
import { type CountedInPeriod, findGone, type GoneSales, listToRecall, selectPeriod } from "./gone-sales";
import type { Matches } from "./match-counted";
import type { ReportToCount } from "./report-to-count";
import { type ReturnOfPeriod, readReturnsAfter, readReturnsOfPeriod } from "./returns-of-period";
import type { Period } from "./whole-period";

interface Sums {
  readonly rows: number;
  readonly pieces: number;
  readonly points: number;
}

/** What stands in a period before a report counts. */
export interface PeriodBefore extends GoneSales {
  readonly counted: Sums;
  readonly returns: readonly ReturnOfPeriod[];
}

/** @returns null for a report that isn't of a whole period */
export async function lookAtPeriod(db: Db, report: ReportToCount, matches: Matches): Promise<PeriodBefore | null> {
  const { curatorId, period } = report;
  if (!period) return null;
  const place = { curatorId, period };
  return {
    ...(await findGone(db, report, matches)),
    counted: await sumPeriod(db, place),
    returns: await readReturnsOfPeriod(db, place),
  };
}

/** What a check says of the period, after the report was tried out. */
export async function tellPeriod(trx: Trx, report: ReportToCount, before: PeriodBefore | null) {
  const { fileId, curatorId, period } = report;
  if (!period || !before) return NO_PERIOD;
  const toRecall = new Set(listToRecall(period, before));
  const returns = await tellReturns(trx, before, { period, toRecall });
  const recalled = before.gone.filter(({ id }) => toRecall.has(id));
  const added = await sumAdded(trx, fileId);
  const sums: (Sums & { kind: (typeof periodSums)[number] })[] = [
    { kind: "before", ...before.counted },
    { kind: "gone", ...sumOf(before.gone) },
    { kind: "new", ...added.fresh },
    { kind: "changed", ...added.changed },
    { kind: "recalled", ...negate(sumOf(recalled)) },
    ...(returns.sums.rows !== 0 || returns.sums.points !== 0 ? [{ kind: "returns" as const, ...returns.sums }] : []),
    { kind: "after", ...(await sumPeriod(trx, { curatorId, period })) },
  ];
  return {
    period_from: period.from,
    period_to: period.to,
    period_sums: sums,
    gone: before.gone.length,
    gone_rows: await tellDeals(trx, before.gone),
    gone_answer: period.gone ?? "",
    needs_gone: before.gone.length > 0 && !isAnswered(report, before),
    gone_unsure: before.unsure.length,
    lost_returns: returns.lost.length,
    lost_points: sumOf(returns.lost).points,
    lost_rows: await tellDeals(trx, returns.lost),
  };
}

const NO_PERIOD = {
  period_from: "",
  period_to: "",
  period_sums: [],
  gone: 0,
  gone_rows: [],
  gone_answer: "",
  needs_gone: false,
  gone_unsure: 0,
  lost_returns: 0,
  lost_points: 0,
  lost_rows: [],
};

/**
 * What becomes of the returns of the period's sales where these are recalled or corrected: as returns of other sales they may have
 * other points, and one that finds none doesn't count any more.
 */
async function tellReturns(
  trx: Trx,
  { returns }: PeriodBefore,
  { period, toRecall }: { period: Period; toRecall: ReadonlySet<number> },
) {
  const others = returns.filter(({ id }) => !toRecall.has(id));
  const after = await readReturnsAfter(trx, others);
  const lost = others.filter(({ id }) => after.get(id)?.isLost);
  const isInside = ({ sellDate }: ReturnOfPeriod) => sellDate >= period.from && sellDate <= period.to;
  const change = others
    .filter(isInside)
    .reduce((sum, { id, points }) => sum + (after.get(id)?.points ?? 0) - points, 0);
  const { rows, pieces } = sumOf(lost.filter(isInside));
  return { lost, sums: { rows: 0 - rows, pieces: 0 - pieces, points: change } };
}

/** Whether the curator has said what becomes of just these sales. */
function isAnswered({ period }: ReportToCount, { gone }: PeriodBefore): boolean {
  if (!period?.gone) return false;
  const seen = period.seen && new Set(period.seen);
  return !seen || gone.every(({ fingerprint }) => seen.has(fingerprint.toString("hex")));
}

async function sumPeriod(db: Db, place: { curatorId: number; period: Period }): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*)::int as rows, coalesce(sum(sell_count), 0)::bigint as pieces,
      coalesce(sum(manager_points + member_points), 0)::bigint as points
    from ${selectPeriod(place)} deals
  `.execute(db);
  return rows[0] ?? { rows: 0, pieces: 0, points: 0 };
}

/** What a report has added: rows of their own, and rows in the place of others, less these, which are as many. */
async function sumAdded(trx: Trx, fileId: number): Promise<{ fresh: Sums; changed: Sums }> {
  const { rows } = await sql<Sums & { is_change: boolean }>`
    select old.id is not null as is_change, count(*)::int as rows,
      sum(deals.sell_count - coalesce(old.sell_count, 0))::bigint as pieces,
      sum(deals.manager_points + deals.member_points - coalesce(old.manager_points + old.member_points, 0))::bigint as points
    from deals left join deals old on old.replaced_by_id = deals.id
    where deals.file_id = ${fileId}
    group by is_change
  `.execute(trx);
  const sumsOf = (isChange: boolean): Sums => {
    const { rows: count = 0, pieces = 0, points = 0 } = rows.find(({ is_change }) => is_change === isChange) ?? {};
    return { rows: isChange ? 0 : count, pieces, points };
  };
  return { fresh: sumsOf(false), changed: sumsOf(true) };
}

function sumOf(sales: readonly Pick<CountedInPeriod, "count" | "points">[]): Sums {
  const sum = (of: (sale: Pick<CountedInPeriod, "count" | "points">) => number) =>
    sales.reduce((total, sale) => total + of(sale), 0);
  return { rows: sales.length, pieces: sum(({ count }) => count), points: sum(({ points }) => points) };
}

function negate({ rows, pieces, points }: Sums): Sums {
  // 0 - 0 isn't the negative zero, which -0 is.
  return { rows: 0 - rows, pieces: 0 - pieces, points: 0 - points };
}

/** The first of the deals, each in words with the report in which it was counted. */
async function tellDeals(trx: Trx, all: readonly ReturnOfPeriod[]) {
  const shown = all.slice(0, GONE_SHOWN);
  if (shown.length === 0) return [];
  const deals = await trx
    .selectFrom("deals")
    .innerJoin("report_files", "report_files.id", "deals.file_id")
    .innerJoin("companies", "companies.id", "deals.company_id")
    .select(["deals.id", "document_number", "actual_name_organization"])
    .select(["report_files.file_name", "report_files.created_at"])
    .where(
      "deals.id",
      "in",
      shown.map(({ id }) => id),
    )
    .execute();
  const texts = new Map(
    deals.map(({ id, document_number, actual_name_organization, ...report }) => [
      id,
      [actual_name_organization, ...(document_number ? [document_number] : [])].join(", ") +
        `. Учтено в отчёте ${nameReport(report)}.`,
    ]),
  );
  return shown.map(({ id, sellDate, articleCode, count, points }) => ({
    text: `${toShortDate(sellDate)}, ${articleCode}, ${texts.get(id) ?? ""}`,
    count,
    points,
  }));
}
