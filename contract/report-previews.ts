import { z } from "zod";
import { defineCall } from "./call";
import { correctionAnswers, goneAnswers, type ReportColumn, reportColumns, tableAnswers } from "./columns";
import { reportError } from "./deals";
import { isoDateField } from "./fields";
import { wireId } from "./ids";
import {
  emptyReply,
  listWithin,
  objectOf,
  optionalId,
  optionalNumber,
  rowMessage,
  rowOf,
  wireDate,
  wireFlag,
  wireText,
} from "./reply-fields";
import { alias, participantsOf } from "./values";

/*
 * Calls beyond the specification by which a curator looks at a report before it counts. The upstream keeps the file for a
 * while, so that it is uploaded once. They are made only where UPSTREAM_EXTENSIONS says that the upstream has them.
 */

/** How long the club keeps a file that is only looked at. */
export const REPORT_PREVIEW_HOURS = 24;

export const previewReport = defineCall({
  method: "POST",
  path: "deals/report/previews",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({}),
  files: ["file"],
  reply: objectOf({ id: optionalId }),
  aliases: [alias.fileUnreadable, alias.tooLarge, alias.tooOften],
  summary: "Check a sales report and keep its file for a while. Nothing is counted.",
});

const preview = objectOf({
  id: optionalId,
  file_name: wireText,
  date: wireDate,
  /** The moment at which the file is deleted if it isn't counted before. */
  expires_at: wireDate,
  /** The report that the file became; empty while it doesn't count. */
  report_id: optionalId,
  total: optionalNumber,
  /** Rows that would count: new sales, and returned ones. */
  counted: optionalNumber,
  /** Those of them that are returned sales. */
  returned: optionalNumber,
  /** The points that the report would bring, less those that returned sales take back. */
  points: optionalNumber,
  failed: optionalNumber,
  /** Only the first ones. Row 0 is the file itself, as in a report. */
  errors: listWithin(reportError),
  /** Rows whose sales were counted before, and where: only the first ranges. */
  repeated: optionalNumber,
  repeats: listWithin(rowMessage),
  /** Rows that are the same as one above them and would count as sales of their own: only the first ranges. */
  equal: optionalNumber,
  equal_rows: listWithin(rowMessage),
  /**
   * Rows that correct a counted sale, the first ones of them, and what becomes of each; `answer` is empty while nobody has said,
   * and what `corrected_answer` says of all that have none of their own.
   */
  corrected: optionalNumber,
  corrected_rows: listWithin(
    rowOf({
      row: optionalNumber,
      /** The sale in words, and the report in which it was counted. */
      text: wireText,
      was: optionalNumber,
      became: optionalNumber,
      answer: wireText,
    }),
  ),
  corrected_answer: wireText,
  /** Names the sales about which the check asks. It is another one once a check has found others. */
  shown: wireText,
  /** Names the check as a whole: what counting would come to, and what has been answered. */
  checked: wireText,
  /** Whether some of them have no answer: the report can't be counted then. */
  needs_corrections: wireFlag,
  /** Counted sales in whose place rows would be counted, and their points, which are taken back. */
  replaced: optionalNumber,
  replaced_points: optionalNumber,
  /** The first and the last day of the rows that can be read. */
  first_day: wireDate,
  last_day: wireDate,
  /** The days of which the file has all sales, both included; empty when nobody has said so. */
  period_from: wireDate,
  period_to: wireDate,
  /** What stood and will stand in the period, in the order in which it comes about; `kind` is one of `periodSums`. */
  period_sums: listWithin(
    rowOf({ kind: wireText, rows: optionalNumber, pieces: optionalNumber, points: optionalNumber }),
  ),
  /** Counted sales of the period that the file doesn't have, the first ones of them, and what becomes of them; empty: nobody has said. */
  gone: optionalNumber,
  gone_rows: listWithin(rowOf({ text: wireText, count: optionalNumber, points: optionalNumber })),
  gone_answer: wireText,
  /** Whether it has to be said before the report can be counted. */
  needs_gone: wireFlag,
  /** Those among rows that are refused, as far as can be read of these: they stay. */
  gone_unsure: optionalNumber,
  /**
   * Counted returns that wouldn't count any more, since nothing is left of the sales that they return: they become errors of their
   * reports, and their points, which are below zero, are given back. Only the first ones are told.
   */
  lost_returns: optionalNumber,
  lost_points: optionalNumber,
  lost_rows: listWithin(rowOf({ text: wireText, count: optionalNumber, points: optionalNumber })),
  /** Rows of the file that have a value: those of `total`, and those left out. */
  lines: optionalNumber,
  /** Rows that aren't sales, such as titles and totals, and which they are: only the first ranges. */
  left_out: optionalNumber,
  left_out_rows: listWithin(rowMessage),
  /** The headers of the file, each with the first value below it. */
  headers: listWithin(rowOf({ name: wireText, example: wireText })),
  /** Which of them stands for which column, by the column's key. */
  columns: listWithin(rowOf({ column: wireText, name: wireText })),
  /** Whether required columns aren't found: nothing else is known then until they are named. */
  needs_columns: wireFlag,
  /** Whether the file's first row is one like the others; its columns then have the names of their places. */
  is_headless: wireFlag,
  /** What of the file has two meanings; `answer` is how it is read, empty while nobody has said: nothing else is known then. */
  questions: listWithin(
    rowOf({
      name: wireText,
      text: wireText,
      answer: wireText,
      choices: listWithin(rowOf({ value: wireText, label: wireText })),
    }),
  ),
  needs_answers: wireFlag,
  /** Whether columns were found by headers that this distributor has named before. */
  are_columns_remembered: wireFlag,
  /** Why an operator would have to approve the report; empty when none has to. */
  hold_reason: wireText,
});
export type ReportPreview = z.output<typeof preview>;

export const readReportPreview = defineCall({
  method: "GET",
  path: "deals/report/previews/{id}",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({ id: wireId }),
  reply: preview,
  aliases: [alias.reportUnknown],
  summary: "What counting a checked report would come to.",
});

const COLUMN_MISSING = "Выберите столбец.";
const LONGEST_HEADER = 200;
const header = z.string().trim().max(LONGEST_HEADER);
// A form without a chosen column sends an empty text, which conform reads as missing.
const requiredHeader = z.string({ required_error: COLUMN_MISSING }).trim().min(1, COLUMN_MISSING).max(LONGEST_HEADER);
const headersOfColumns = Object.fromEntries(
  Object.entries(reportColumns).map(([column, { isRequired }]) => [
    column,
    isRequired ? requiredHeader : header.optional(),
  ]),
) as {
  [Column in ReportColumn]: (typeof reportColumns)[Column]["isRequired"] extends true
    ? typeof requiredHeader
    : z.ZodOptional<typeof header>;
};

export const nameReportColumns = defineCall({
  method: "POST",
  path: "deals/report/previews/{id}/columns",
  audience: participantsOf("curator"),
  extension: true,
  /** The header of each column; empty: the file doesn't have the column. */
  input: z.object({
    id: wireId,
    ...headersOfColumns,
    /** How the file is read where that has two meanings. */
    date_order: z.enum(tableAnswers.date_order).optional(),
    count_mark: z.enum(tableAnswers.count_mark).optional(),
    /** Whether the row from which the headers were taken has titles, or is a sale like the others. */
    first_row: z.enum(tableAnswers.first_row).optional(),
  }),
  reply: emptyReply,
  aliases: [alias.reportUnknown, alias.validation, alias.fileUnreadable],
  summary:
    "Say which header stands for which column and how values are read that have two meanings, and check the report again. Counting it remembers both.",
});

/** The most rows that are told, and that can have an answer of their own. */
export const CORRECTIONS_SHOWN = 50;

/** `shown` of the check that is answered. When another check has found other sales since, the answer is refused. */
const shownField = z.string().max(64).optional();

export const answerReportCorrections = defineCall({
  method: "POST",
  path: "deals/report/previews/{id}/corrections",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({
    id: wireId,
    /** The answer for all rows without one of their own. */
    corrected_rows: z.enum(correctionAnswers, { message: "Выберите, что сделать с исправленными строками." }),
    /** Answers for single rows, by their numbers in the file. */
    rows: z
      .array(z.object({ row: z.number().int().min(1), answer: z.enum(correctionAnswers) }))
      .max(CORRECTIONS_SHOWN)
      .default([]),
    shown: shownField,
  }),
  reply: emptyReply,
  aliases: [alias.reportUnknown, alias.validation, alias.fileUnreadable, alias.correctedRows],
  summary:
    "Say what becomes of rows that correct counted sales, and check the report again: replace the sale, add another one, or leave it.",
});

/**
 * The sums of a period: what counted before, the counted sales that the file doesn't have, then what it changes: rows that are new,
 * what corrections differ by, sales that are recalled, and what becomes of returns of these, where there are any; and what counts
 * after. What counted before and the changes add up to that.
 */
export const periodSums = ["before", "gone", "new", "changed", "recalled", "returns", "after"] as const;

/** The most sales that are told. */
export const GONE_SHOWN = 50;

export const setReportPeriod = defineCall({
  method: "POST",
  path: "deals/report/previews/{id}/period",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({
    id: wireId,
    /** The days of which the file has all sales, both included; neither: it is any file. */
    period_from: isoDateField.optional(),
    period_to: isoDateField.optional(),
    /** What becomes of the counted sales of these days that the file doesn't have. */
    gone_sales: z.enum(goneAnswers).optional(),
    shown: shownField,
  }),
  reply: emptyReply,
  aliases: [alias.reportUnknown, alias.validation, alias.fileUnreadable, alias.goneSales],
  summary:
    "Say that a file has all sales of a period and what becomes of counted ones that it doesn't have, and check the report again.",
});

export const countReportPreview = defineCall({
  method: "POST",
  path: "deals/report/previews/{id}/count",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({
    id: wireId,
    /** `checked` of what the curator has seen. When the check is another one since, counting is refused. */
    checked: z.string().max(64).optional(),
  }),
  reply: objectOf({ id: optionalId }),
  aliases: [
    alias.reportUnknown,
    alias.validation,
    alias.columnsMissing,
    alias.readingUnclear,
    alias.correctedRows,
    alias.goneSales,
  ],
  summary: "Count a checked report; once, however often it is asked. The reply is the id of the report.",
});

export const discardReportPreview = defineCall({
  method: "POST",
  path: "deals/report/previews/{id}/discard",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({ id: wireId }),
  reply: emptyReply,
  summary: "Delete the file of a checked report that isn't to count.",
});

export const exportPreviewErrors = defineCall({
  method: "GET",
  path: "deals/report/previews/{id}/errors/export",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({ id: wireId }),
  reply: "file",
  aliases: [alias.reportUnknown],
  summary: "The rows of a checked report that would be refused, with the reasons, as a CSV that can be uploaded.",
});
