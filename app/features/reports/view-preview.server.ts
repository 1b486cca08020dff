import type { ReportPreview } from "../../../contract/report-previews";
import { formatMoment } from "../../lib/dates.server";
import { slicePage } from "../../lib/page-number";
import { canCount, describePreview, listPreviewFacts } from "./describe-preview.server";
import type { CorrectionsView, ReportPreviewView } from "./report-view";
import { viewPeriod } from "./view-period.server";
import { ROWS_PER_PAGE } from "./view-reports.server";

/** A checked report with one page of its row errors. */
export function viewPreview(preview: ReportPreview, errorsPage: number): ReportPreviewView {
  const { failed = 0, errors } = preview;
  const rows = new Set(errors.flatMap(({ row }) => (row ? [row] : [])));
  return {
    fileName: preview.file_name || "Отчёт",
    reportId: preview.report_id,
    keptUntil: formatMoment(preview.expires_at),
    notice: describePreview(preview),
    facts: listPreviewFacts(preview),
    canCount: canCount(preview),
    failed,
    repeated: preview.repeated ?? 0,
    repeats: preview.repeats,
    equal: preview.equal ?? 0,
    equalRows: preview.equal_rows,
    checked: preview.checked,
    corrections: viewCorrections(preview),
    period: viewPeriod(preview),
    headers: preview.headers,
    columns: Object.fromEntries(preview.columns.map(({ column, name }) => [column, name])),
    isHeadless: preview.is_headless,
    questions: preview.questions,
    leftOut: preview.left_out ?? 0,
    leftOutRows: preview.left_out_rows,
    needsColumns: preview.needs_columns,
    needsAnswers: preview.needs_answers,
    areColumnsRemembered: preview.are_columns_remembered,
    holdReason: preview.hold_reason,
    errors: { ...slicePage(errors, errorsPage, ROWS_PER_PAGE), areCut: failed > rows.size },
  };
}

function viewCorrections(preview: ReportPreview): CorrectionsView {
  return {
    total: preview.corrected ?? 0,
    rows: preview.corrected_rows.flatMap(({ row, ...rest }) => (row === undefined ? [] : [{ row, ...rest }])),
    answer: preview.corrected_answer,
    shown: preview.shown,
    areOpen: preview.needs_corrections,
  };
}
