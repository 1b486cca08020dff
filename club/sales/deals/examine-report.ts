import { sql } from "kysely";
import type { CallResult } from "../../../contract/call";
import type { ReportColumn } from "../../../contract/columns";
import type { readReportPreview } from "../../../contract/report-previews";
import type { Services, Trx } from "../../platform/services";
import { joinRows } from "../../platform/spreadsheets/row-ranges";
import type { TitledTable } from "../../platform/spreadsheets/titled-table";
import type { CorrectionAnswers } from "./corrections";
import { findEqualRows } from "./equal-rows";
import { findReasonToHold } from "./hold-report";
import { readReports } from "./list-reports";
import type { Matches } from "./match-counted";
import { type ParsedRow, parseReport, type ReportFile } from "./parse-report";
import { readReasons } from "./refused-rows-file";
import { createReportToCount, type ReportToCount } from "./report-to-count";
import { sortRows } from "./sort-rows";
import { tellCorrections } from "./tell-corrections";
import { tellPeriod } from "./tell-period";
import { tryCounting } from "./try-counting";
import type { WholePeriod } from "./whole-period";

/** The most ranges of equal rows that are told. */
const RANGES_SHOWN = 100;

/** What counting a report would come to, in the words of the call that tells it. */
export type ReportOutcome = Required<
  Pick<
    CallResult<typeof readReportPreview>,
    | "total"
    | "counted"
    | "returned"
    | "points"
    | "failed"
    | "errors"
    | "repeated"
    | "repeats"
    | "equal"
    | "equal_rows"
    | "corrected"
    | "corrected_rows"
    | "needs_corrections"
    | "replaced"
    | "replaced_points"
    | "first_day"
    | "last_day"
    | "period_from"
    | "period_to"
    | "period_sums"
    | "gone"
    | "gone_rows"
    | "gone_answer"
    | "needs_gone"
    | "gone_unsure"
    | "lost_returns"
    | "lost_points"
    | "lost_rows"
    | "hold_reason"
    | "lines"
    | "left_out"
    | "left_out_rows"
  >
>;

/** What is known of a report before it counts. Without an outcome only its curator knows how to read it. */
type Examined = Pick<TitledTable<ReportColumn>, "headers" | "found" | "isHeadless" | "questions"> & {
  readonly outcome: ReportOutcome | null;
  /** Why rows are refused, by their numbers. */
  readonly reasons: ReadonlyMap<number, string>;
  /** The fingerprints of the deals that its rows correct, by the rows. */
  readonly corrected: Readonly<Record<string, string>>;
  /** The fingerprints of the deals of its period that it doesn't have. */
  readonly gone: readonly string[];
};

/**
 * Says what counting a report would come to now: it is counted and rolled back. Others may change it before it is counted.
 * @throws UnreadableTableError when the file as a whole can't be read
 */
export async function examineReport(
  services: Services,
  file: ReportFile,
  { answers, period }: { answers: CorrectionAnswers; period: WholePeriod | null },
): Promise<Examined> {
  const parsed = await parseReport(services, { ...file, period });
  const { rows, hasUnreadRows, headers, found, isHeadless, questions } = parsed;
  const known = { headers, found, isHeadless, questions };
  if (questions.some(({ isAnswered }) => !isAnswered)) {
    return { ...known, outcome: null, reasons: new Map(), corrected: {}, gone: [] };
  }
  const { curatorId } = file;
  // Before it is tried out: what is tried out has taken the replaced sales away.
  const toCount = createReportToCount({ fileId: 0, curatorId, rows, hasUnreadRows, answers, period });
  const reason = await findReasonToHold(services, toCount);
  const { outcome, reasons, before } = await tryCounting(
    services,
    { curatorId, parsed, answers, period },
    async (trx, report, before) => ({
      outcome: {
        ...(await readOutcome(trx, report)),
        ...(await judgeRows(trx, report, before.matches)),
        ...(await tellPeriod(trx, report, before.period)),
      },
      reasons: await readReasons(trx, report.fileId),
      before,
    }),
  );
  return {
    ...known,
    outcome: { ...outcome, ...findDays(rows), hold_reason: reason?.text ?? "" },
    reasons,
    corrected: Object.fromEntries(
      [...before.matches.corrections].map(([row, { fingerprint }]) => [row, fingerprint.toString("hex")]),
    ),
    gone: before.period?.gone.map(({ fingerprint }) => fingerprint.toString("hex")) ?? [],
  };
}

/** The first and the last day of the rows that can be read. */
function findDays(rows: readonly ParsedRow[]) {
  let [first_day, last_day] = ["", ""];
  for (const row of rows) {
    const day = "deal" in row ? row.deal.sellDate : row.read.sellDate;
    if (day === null) continue;
    if (first_day === "" || day < first_day) first_day = day;
    if (day > last_day) last_day = day;
  }
  return { first_day, last_day };
}

/** What of the rows is a question to the curator. */
async function judgeRows(trx: Trx, report: ReportToCount, matches: Matches) {
  const sales = report.rows.flatMap((row) => ("deal" in row ? [row] : []));
  const { fresh, errors } = sortRows(sales, matches, report.answers);
  const equal = findEqualRows(fresh).sort((one, other) => one.number - other.number);
  return {
    equal: equal.length,
    equal_rows: joinRows(equal.map(({ number, first }) => ({ number, message: `Как строка № ${first}.` }))).slice(
      0,
      RANGES_SHOWN,
    ),
    corrected: matches.corrections.size,
    corrected_rows: await tellCorrections(trx, sales, matches, report.answers),
    needs_corrections: errors.length > 0,
  };
}

/** What the page of a counted report says of it. */
async function readOutcome(trx: Trx, { fileId, curatorId }: ReportToCount) {
  const [report] = await readReports(trx, curatorId, { page: 1, per_page: 1, id: fileId });
  if (!report) throw new Error("The report that was tried out isn't there");
  const { total, failed, repeated, points, errors, repeats, lines, left_out, left_out_rows } = report;
  const { returned } = await trx
    .selectFrom("deals")
    .select((deal) => deal.fn.countAll<number>().as("returned"))
    .where("file_id", "=", fileId)
    .where("sell_count", "<", 0)
    .executeTakeFirstOrThrow();
  const replaced = await readReplaced(trx, fileId);
  const counted = total - failed - repeated;
  return {
    ...{ total, counted, returned, points, failed, errors, repeated, repeats, lines, left_out, left_out_rows },
    ...replaced,
  };
}

/** The deals in whose place a report has put others, and their points. */
async function readReplaced(trx: Trx, fileId: number) {
  const { rows } = await sql<{ replaced: number; replaced_points: number }>`
    select count(*)::int as replaced, coalesce(sum(manager_points + member_points), 0)::bigint as replaced_points
    from deals where replaced_by_id in (select id from deals where file_id = ${fileId})
  `.execute(trx);
  return rows[0] ?? { replaced: 0, replaced_points: 0 };
}
