import type { CallResult } from "../../../contract/call";
import type { ReportColumn } from "../../../contract/columns";
import type { readReportPreview } from "../../../contract/report-previews";
import type { Services } from "../../platform/services";
import { joinRows } from "../../platform/spreadsheets/row-ranges";
import type { TitledTable } from "../../platform/spreadsheets/titled-table";
import { findEqualRows } from "./equal-rows";
import { findRepeats } from "./find-repeats";
import { findReasonToHold, leaveOutCounted } from "./hold-report";
import { isReturn, parseReport, type ReportFile } from "./parse-report";
import { tellLeftOut } from "./tell-left-out";

/** The most rows whose errors are told. Their file has all of them. */
const ERRORS_SHOWN = 500;
/** The most ranges of rows that are told of those counted before, and of equal ones. */
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
 * Says what counting a report would come to now. Nothing is written or locked, so others may change it before it is counted; the
 * points of returned sales are those of the sales that they return, and known only then.
 *
 * @returns without an outcome for a file that only its curator knows how to read
 * @throws UnreadableTableError when the file as a whole can't be read
 */
export async function examineReport(
  services: Services,
  file: ReportFile,
): Promise<
  { outcome: ReportOutcome | null } & Pick<TitledTable<ReportColumn>, "headers" | "found" | "isHeadless" | "questions">
> {
  const { rows, notes, lines, leftOut, ...known } = await parseReport(services, file);
  const { headers, found, isHeadless, questions } = known;
  if (questions.some(({ isAnswered }) => !isAnswered)) {
    return { outcome: null, headers, found, isHeadless, questions };
  }
  const sales = rows.flatMap((row) => ("deal" in row ? [row] : []));
  const fresh = await leaveOutCounted(services, sales);
  const freshRows = new Set(fresh.map(({ number }) => number));
  const repeats = await findRepeats(
    services.db,
    sales.filter(({ number }) => !freshRows.has(number)).sort((one, other) => one.number - other.number),
  );
  const equal = findEqualRows(fresh).sort((one, other) => one.number - other.number);
  const wrong = rows.flatMap((row) => ("errors" in row ? [row] : []));
  const reason = await findReasonToHold(services, fresh);
  const outcome = {
    total: rows.length,
    counted: fresh.length,
    returned: fresh.filter(isReturn).length,
    points: fresh.reduce((sum, { deal }) => sum + Math.max(0, deal.managerPoints + deal.memberPoints), 0),
    failed: wrong.length,
    errors: [
      ...notes.map(({ place, message }) => ({ row: 0, field: place, message })),
      ...wrong
        .slice(0, ERRORS_SHOWN)
        .flatMap(({ number, errors }) => errors.map(({ field, message }) => ({ row: number, field, message }))),
    ],
    repeated: sales.length - fresh.length,
    repeats: repeats.slice(0, RANGES_SHOWN),
    equal: equal.length,
    equal_rows: joinRows(equal.map(({ number, first }) => ({ number, message: `Как строка № ${first}.` }))).slice(
      0,
      RANGES_SHOWN,
    ),
    hold_reason: reason?.text ?? "",
    ...tellLeftOut({ lines, leftOut }),
  };
  return { outcome, headers, found, isHeadless, questions };
}
