import { z } from "zod";
import { defineCall } from "./call";
import { innField } from "./fields";
import { wireId } from "./ids";
import { readDate } from "./read-date";
import { arrayOf, optionalId, optionalNumber, prepare, rowOf, wireText } from "./reply-fields";
import { alias, participantsOf } from "./values";

const searchers = participantsOf("manager");

const regionalUser = rowOf({ id: optionalId, name: wireText, role: wireText, company: wireText, inn: wireText });
export type RegionalUser = z.output<typeof regionalUser>;

export const findUsersByInn = defineCall({
  method: "GET",
  path: "regional/search/users/inn/{inn}",
  audience: searchers,
  input: z.object({ inn: innField }),
  reply: arrayOf(regionalUser),
  summary: "Participants by the tax number of their company.",
});

/** A month goes back in an export as the upstream writes it; one that is no text, as the day that it is. */
const wireMonth = prepare(z.string().min(1), (value) =>
  typeof value === "object" ? readDate(value) || undefined : String(value ?? ""),
);

const reportMonth = rowOf({ month: wireMonth, rows: optionalNumber, points: optionalNumber }, { scalar: "month" });
export type ReportMonth = z.output<typeof reportMonth>;

export const listReportMonths = defineCall({
  method: "GET",
  path: "regional/search/users/{id}/list/reports/months",
  audience: searchers,
  input: z.object({ id: wireId }),
  reply: arrayOf(reportMonth),
  aliases: [alias.notFound],
  summary: "Months in which a participant has report rows.",
});

export const exportReportRows = defineCall({
  method: "GET",
  path: "regional/search/users/export/reports/rows",
  audience: searchers,
  input: z.object({ user_id: wireId, month: z.string().regex(/^\d{4}-\d{2}$/) }),
  reply: "file",
  aliases: [alias.notFound],
  summary: "A participant's report rows of one month as CSV.",
});
