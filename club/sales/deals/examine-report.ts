import type { CallResult } from "../../../contract/call";
import type { ReportColumn } from "../../../contract/columns";
import type { readReportPreview } from "../../../contract/report-previews";
import type { Services, Trx } from "../../platform/services";
import { joinRows } from "../../platform/spreadsheets/row-ranges";
import type { TitledTable } from "../../platform/spreadsheets/titled-table";
import { findEqualRows } from "./equal-rows";
import { findReasonToHold, leaveOutCounted } from "./hold-report";
import { readReports } from "./list-reports";
import { parseReport, type ReportFile } from "./parse-report";
import { readReasons } from "./refused-rows-file";
import { tryCounting } from "./try-counting";

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
    | "hold_reason"
    | "lines"
    | "left_out"
    | "left_out_rows"
  >
>;

/**
 * Says what counting a report would come to now: it is counted and rolled back. Others may change it before it is counted.
 *
 * @returns with the reasons of the refused rows by their numbers; without an outcome for a file that only its curator knows how to
 *   read
 * @throws UnreadableTableError when the file as a whole can't be read
 */
export async function examineReport(
  services: Services,
  file: ReportFile,
): Promise<
  { outcome: ReportOutcome | null; reasons: ReadonlyMap<number, string> } & Pick<
    TitledTable<ReportColumn>,
    "headers" | "found" | "isHeadless" | "questions"
  >
> {
  const parsed = await parseReport(services, file);
  const { rows, headers, found, isHeadless, questions } = parsed;
  if (questions.some(({ isAnswered }) => !isAnswered)) {
    return { outcome: null, reasons: new Map(), headers, found, isHeadless, questions };
  }
  const sales = rows.flatMap((row) => ("deal" in row ? [row] : []));
  const fresh = await leaveOutCounted(services, sales);
  const equal = findEqualRows(fresh).sort((one, other) => one.number - other.number);
  const reason = await findReasonToHold(services, fresh);
  const source = { curatorId: file.curatorId, parsed };
  const { reasons, ...counted } = await tryCounting(services, source, async (trx, fileId) => ({
    ...(await readOutcome(trx, file.curatorId, fileId)),
    reasons: await readReasons(trx, fileId),
  }));
  const outcome = {
    ...counted,
    equal: equal.length,
    equal_rows: joinRows(equal.map(({ number, first }) => ({ number, message: `Как строка № ${first}.` }))).slice(
      0,
      RANGES_SHOWN,
    ),
    hold_reason: reason?.text ?? "",
  };
  return { outcome, reasons, headers, found, isHeadless, questions };
}

/** What the page of a counted report says of it. */
async function readOutcome(trx: Trx, curatorId: number, fileId: number) {
  const [report] = await readReports(trx, curatorId, { page: 1, per_page: 1, id: fileId });
  if (!report) throw new Error("The report that was tried out isn't there");
  const { total, failed, repeated, points, errors, repeats, lines, left_out, left_out_rows } = report;
  const { returned } = await trx
    .selectFrom("deals")
    .select((deal) => deal.fn.countAll<number>().as("returned"))
    .where("file_id", "=", fileId)
    .where("sell_count", "<", 0)
    .executeTakeFirstOrThrow();
  const counted = total - failed - repeated;
  return { total, counted, returned, points, failed, errors, repeated, repeats, lines, left_out, left_out_rows };
}
