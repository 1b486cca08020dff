import { z } from "zod";
import { defineCall } from "./call";
import { isoDateField, listOf, pageQuery, wireId, wireNumber, wireText } from "./fields";
import { alias, participantsOf, REPORT_DETAILS_PER_PAGE, REPORTS_PER_PAGE, taskStatuses } from "./values";

export const importReport = defineCall({
  method: "POST",
  path: "deals/report/import",
  audience: participantsOf("curator"),
  input: z.object({}),
  files: ["file"],
  reply: z.object({ id: wireId }),
  aliases: [alias.fileUnreadable, alias.tooLarge],
  summary: "Upload a sales report (CSV or XLSX); its rows are processed in the background.",
});

const reportError = z.object({ row: wireNumber, field: wireText, message: wireText });
export type ReportError = z.output<typeof reportError>;

const reportTitle = z.object({
  id: wireId,
  file_name: wireText,
  date: wireText,
  status: z.enum(taskStatuses),
  total: wireNumber,
  processed: wireNumber,
  failed: wireNumber,
  points: wireNumber,
  errors: z
    .array(reportError)
    .nullish()
    .transform((list) => list ?? []),
});
export type ReportTitle = z.output<typeof reportTitle>;

export const listReports = defineCall({
  method: "GET",
  path: "deals/report/titles",
  audience: participantsOf("curator"),
  input: z.object({
    page: pageQuery.page,
    per_page: pageQuery.per_page.default(REPORTS_PER_PAGE),
    /** Returns only this report, with all its row errors. A list of reports has the first errors of each. */
    file_id: wireId.optional(),
  }),
  reply: listOf(reportTitle),
  summary: "Uploaded reports with the progress of each.",
});

const reportRow = z.object({
  sell_date: wireText,
  manager_fio: wireText,
  member_company_actual_name: wireText,
  inn: wireText,
  article_code: wireText,
  article_name: wireText,
  sell_count: wireNumber,
  points: wireNumber,
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

const added = z.object({ id: wireId, date: wireText, action: wireText, sumAdd: wireNumber });
export type PointsAdded = z.output<typeof added>;
const spent = z.object({ id: wireId, date: wireText, action: wireText, sumSub: wireNumber, status: wireText });
export type PointsSpent = z.output<typeof spent>;

export const listPoints = defineCall({
  method: "GET",
  path: "user/points",
  audience: participantsOf("curator", "manager", "member"),
  input: z.object(pageQuery),
  reply: z.object({ added: listOf(added), spent: listOf(spent) }),
  summary: "Points added and spent, newest first.",
});

const dealFilters = {
  date_from: isoDateField.optional(),
  date_to: isoDateField.optional(),
};

const deal = z.object({
  id: wireId,
  sell_date: wireText,
  inn: wireText,
  article_code: wireText,
  article_name: wireText,
  sell_count: wireNumber,
  points: wireNumber,
  member_fio: wireText,
  member_company_actual_name: wireText,
  curator_company_actual_name: wireText,
  member_company_legal_name: wireText,
});
export type Deal = z.output<typeof deal>;

export const listDeals = defineCall({
  method: "GET",
  path: "deals/current/user",
  audience: participantsOf("manager", "member"),
  input: z.object({ ...pageQuery, ...dealFilters }),
  reply: listOf(deal),
  summary: "The manager's sales or the member's purchases.",
});

export const exportDeals = defineCall({
  method: "GET",
  path: "deals/current/user/export",
  audience: participantsOf("manager", "member"),
  input: z.object(dealFilters),
  reply: "file",
  summary: "The same deals as CSV.",
});
