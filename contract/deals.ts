import { z } from "zod";
import { defineCall } from "./call";
import { correctionAnswers, goneAnswers } from "./columns";
import { searchRule } from "./field-rules";
import { isoDateField, optionalText, pageQuery } from "./fields";
import { wireId } from "./ids";
import {
  extensionField,
  findRows,
  isRecord,
  isWithoutContent,
  listOf,
  listWithin,
  objectOf,
  optionalId,
  optionalListWithin,
  optionalNumber,
  pageWithin,
  prepare,
  renameField,
  rowMessage,
  rowOf,
  unwrapObject,
  wireAmount,
  wireDate,
  wireText,
  wordOf,
} from "./reply-fields";
import {
  alias,
  participantsOf,
  REPORT_DETAILS_PER_PAGE,
  REPORTS_PER_PAGE,
  reportStatuses,
  withdrawalStatuses,
} from "./values";

export const importReport = defineCall({
  method: "POST",
  path: "deals/report/import",
  audience: participantsOf("curator"),
  input: z.object({
    /**
     * "ask": a file with equal rows that weren't counted before is refused at this field, and not stored. Without it they are
     * counted as different sales, as they are by an upstream that doesn't know the field.
     */
    equal_rows: z.enum(["ask"]).optional(),
    /**
     * What becomes of rows that correct a counted sale: "ask" refuses a file that has some at this field, and doesn't store it.
     * Without an answer such rows are errors of the report.
     */
    corrected_rows: z.enum(["ask", ...correctionAnswers]).optional(),
    /** The days of which the file has all sales, both included: a row of another day is an error. Without them it is any file. */
    period_from: isoDateField.optional(),
    period_to: isoDateField.optional(),
    /** What becomes of sales of these days that earlier reports have counted and the file doesn't have; they stay without it. */
    gone_sales: z.enum(goneAnswers).optional(),
  }),
  extensionFields: ["equal_rows", "corrected_rows", "period_from", "period_to", "gone_sales"],
  files: ["file"],
  reply: prepare(
    objectOf(
      {
        id: optionalId,
        /** The headers that stand for columns because the distributor has named them before. */
        column_names: extensionField(listWithin(rowOf({ column: wireText, name: wireText }))),
      },
      { scalarId: "id" },
    ),
    // Other calls name a report `file_id`, so an upload may be answered with it too.
    (sent) => renameField(sent, "id", "file_id"),
  ),
  aliases: [
    alias.fileUnreadable,
    alias.columnsMissing,
    alias.readingUnclear,
    alias.equalRows,
    alias.correctedRows,
    alias.validation,
    alias.tooLarge,
    alias.tooOften,
  ],
  summary: "Upload a sales report (CSV or XLSX); its rows are processed in the background.",
});

/** Row 0 is the file itself; `field` then names what of it, such as a sheet. */
export const reportError = rowOf({ row: optionalNumber, field: wireText, message: wireText });
export type ReportError = z.output<typeof reportError>;

const reportTitle = rowOf({
  id: optionalId,
  file_name: wireText,
  date: wireDate,
  status: wordOf(reportStatuses),
  total: optionalNumber,
  processed: optionalNumber,
  failed: optionalNumber,
  /** Rows whose sales were counted before. Another upstream calls them errors. */
  repeated: extensionField(optionalNumber),
  points: optionalNumber,
  errors: listWithin(reportError),
  /** Where those rows were counted: only of a single report, and only the first ones. */
  repeats: extensionField(listWithin(rowMessage)),
  /** Rows of the file that have a value: those of `total`, and those left out. */
  lines: extensionField(optionalNumber),
  /** Rows that aren't sales, such as titles and totals, and which they are: only of a single report, and only the first ones. */
  left_out: extensionField(optionalNumber),
  left_out_rows: extensionField(listWithin(rowMessage)),
  /** Of a file with all sales of a period: counted sales that it doesn't have and that were recalled, their points, and those kept. */
  gone_recalled: extensionField(optionalNumber),
  gone_points: extensionField(optionalNumber),
  gone_kept: extensionField(optionalNumber),
});
export type ReportTitle = z.output<typeof reportTitle>;

export const listReports = defineCall({
  method: "GET",
  path: "deals/report/titles",
  audience: participantsOf("curator"),
  input: z.object({
    page: pageQuery.page,
    per_page: pageQuery.per_page.default(REPORTS_PER_PAGE),
    /** Returns only this report, with all or many of its row errors. A list of reports has the first errors of each. */
    file_id: wireId.optional(),
  }),
  extensionFields: ["file_id"],
  reply: listOf(reportTitle),
  summary: "Uploaded reports with the progress of each.",
});

const reportRow = rowOf({
  sell_date: wireDate,
  manager_fio: wireText,
  member_company_actual_name: wireText,
  inn: wireText,
  article_code: wireText,
  article_name: wireText,
  sell_count: wireAmount,
  /** As the report has it; empty without one. */
  document_number: extensionField(wireText),
  points: wireAmount,
});
export type ReportRow = z.output<typeof reportRow>;

export const reportDetails = defineCall({
  method: "GET",
  path: "deals/report/details",
  audience: participantsOf("curator"),
  input: z.object({
    file_id: wireId,
    page: pageQuery.page,
    per_page: pageQuery.per_page.default(REPORT_DETAILS_PER_PAGE),
  }),
  rowRange: true,
  reply: listOf(reportRow),
  aliases: [alias.reportUnknown],
  summary: "Counted rows of one report.",
});

export const downloadReport = defineCall({
  method: "GET",
  path: "deals/report/download/file/{id}",
  audience: participantsOf("curator"),
  input: z.object({ id: wireId }),
  reply: "file",
  aliases: [alias.reportUnknown],
  summary: "The uploaded file itself.",
});

export const exportMemberInns = defineCall({
  method: "GET",
  path: "user/profile/curator/export/inn/members",
  audience: participantsOf("curator"),
  input: z.object({}),
  reply: "file",
  summary: "Tax numbers of the curator's retail members as CSV.",
});

const added = rowOf({
  id: optionalId,
  date: wireDate,
  action: wireText,
  sumAdd: wireAmount,
  /** The report with the sale, its day, and the day of the sale. */
  report_id: extensionField(optionalId),
  report_date: extensionField(wireDate),
  sell_date: extensionField(wireDate),
  /** The order whose points came back, from an upstream that can be asked for its orders one by one. */
  order_id: extensionField(optionalId),
  /** The day from which the points can be spent, from an upstream that holds some back; empty when they can be. */
  available_on: extensionField(wireDate),
});
export type PointsAdded = z.output<typeof added>;
const spent = rowOf({
  id: optionalId,
  date: wireDate,
  action: wireText,
  /** Some upstreams send what was spent as a negative number. */
  sumSub: wireAmount.transform((sum) => (sum === undefined ? sum : Math.abs(sum))),
  status: wordOf(withdrawalStatuses),
  /** The number of this unit, from an upstream that can be asked for its orders one by one. */
  order_id: extensionField(optionalId),
  /** The number of the order whose unit this is: all units of one press have that of the first one. */
  first_order_id: extensionField(optionalId),
  /** The day by which it usually arrives; empty when it has. */
  expected_on: extensionField(wireDate),
  reject_reason: extensionField(wireText),
  tracking_number: extensionField(wireText),
  pickup_point: extensionField(wireText),
});
export type PointsSpent = z.output<typeof spent>;

/** Points that were taken back and that the balance didn't have: later credits pay them. */
const debt = rowOf({ id: optionalId, date: wireDate, action: wireText, sumLeft: optionalNumber });
export type PointsDebt = z.output<typeof debt>;

/** Points that will expire unless they are spent before. */
const expiring = rowOf({ date: wireDate, points: optionalNumber });
export type PointsExpiring = z.output<typeof expiring>;

/** Points that can be spent from a day on: the balance doesn't have them yet. */
const held = rowOf({ date: wireDate, points: optionalNumber });
export type PointsHeld = z.output<typeof held>;

/** Both lists may come as one: what was spent has its sum in `sumSub`. */
function splitPoints(sent: unknown): unknown {
  const value = unwrapObject(sent, ["added", "spent"]);
  if (isWithoutContent(value)) return {};
  if (isRecord(value) && ("added" in value || "spent" in value)) return value;
  const rows = findRows(value);
  const isSpent = (row: unknown) => isRecord(row) && "sumSub" in row;
  return rows ? { added: rows.filter((row) => !isSpent(row)), spent: rows.filter(isSpent) } : value;
}

export const listPoints = defineCall({
  method: "GET",
  path: "user/points",
  audience: participantsOf("curator", "manager", "member"),
  input: z.object({
    ...pageQuery,
    /** Returns only what this report's sales added, and nothing else. */
    report_id: wireId.optional(),
    /** With `report_id`: the page with this entry, in place of `page`. The reply's `page` tells which it is. */
    entry_id: wireId.optional(),
  }),
  extensionFields: ["report_id", "entry_id"],
  reply: prepare(
    z.object({
      added: pageWithin(added),
      spent: pageWithin(spent),
      debts: extensionField(optionalListWithin(debt)),
      expiring: extensionField(optionalListWithin(expiring)),
      held: extensionField(optionalListWithin(held)),
    }),
    splitPoints,
  ),
  summary:
    "Points added and spent, newest first; debts, oldest first, points that will expire and points that can't be spent yet, which an upstream may not have.",
});

export const dealFilters = {
  date_from: isoDateField.optional(),
  date_to: isoDateField.optional(),
  /** Words that all stand in what the list shows of a deal: article, company, INN, the other person. */
  search: optionalText(searchRule).optional(),
};
export type DealFilters = { readonly [filter in keyof typeof dealFilters]?: string | undefined };

const deal = rowOf({
  id: optionalId,
  sell_date: wireDate,
  inn: wireText,
  article_code: wireText,
  article_name: wireText,
  sell_count: wireAmount,
  points: wireAmount,
  member_fio: wireText,
  member_company_actual_name: wireText,
  curator_company_actual_name: wireText,
  member_company_legal_name: wireText,
  /** The report with the deal and the entry that added its points, from an upstream that tells the points of one report. */
  report_id: extensionField(optionalId),
  entry_id: extensionField(optionalId),
});
export type Deal = z.output<typeof deal>;

export const listDeals = defineCall({
  method: "GET",
  path: "deals/current/user",
  audience: participantsOf("manager", "member"),
  input: z.object({ ...pageQuery, ...dealFilters }),
  extensionFields: ["search"],
  reply: listOf(deal),
  summary: "The manager's sales or the member's purchases.",
});

export const exportDeals = defineCall({
  method: "GET",
  path: "deals/current/user/export",
  audience: participantsOf("manager", "member"),
  input: z.object(dealFilters),
  extensionFields: ["search"],
  reply: "file",
  summary: "The same deals as CSV.",
});
