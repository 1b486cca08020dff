import { z } from "zod";
import { defineCall } from "./call";
import { feedbackRules } from "./field-rules";
import { emailField, nameField, requiredText } from "./fields";
import {
  emptyReply,
  findRows,
  isRecord,
  listOf,
  listWithin,
  objectOf,
  optionalId,
  prepare,
  rowOf,
  wireText,
} from "./reply-fields";

const links = objectOf({
  where_to_buy: wireText,
  support: objectOf({ phone: wireText, email: wireText }),
  socials: listWithin(rowOf({ name: wireText, url: wireText })),
  privacy_policy: wireText,
  personal_data_consent: wireText,
  authenticity_bot: wireText,
});
export type Links = z.output<typeof links>;

export const menu = defineCall({
  method: "GET",
  path: "content/menu",
  audience: "client",
  input: z.object({}),
  reply: prepare(z.object({ data: links }), (value) => (isRecord(value) && "data" in value ? value : { data: value })),
  summary: "Links of header and footer.",
});

/** A document is listed with its code, or is the value of its code; then it may be the link alone. */
const byCode = { keyed: { key: "code", scalar: "link" } };

const rulesDocument = rowOf({ code: wireText, title: wireText, text: wireText, link: wireText });
export type RulesDocument = z.output<typeof rulesDocument>;

export const rules = defineCall({
  method: "GET",
  path: "content/rules",
  audience: "client",
  input: z.object({}),
  reply: listOf(rulesDocument, byCode),
  summary: "Programme rules by document code.",
});

const question = rowOf({ id: optionalId, question: wireText, answer: wireText });
export type Question = z.output<typeof question>;

/** Questions may come in groups, of a list or by their titles; the page has one list of them. */
function joinGroups(sent: unknown): unknown {
  const rows = findRows(sent);
  if (!rows) return sent;
  const isQuestion = (row: unknown) => !isRecord(row) || ["question", "answer"].some((name) => name in row);
  return rows.every(isQuestion) ? sent : rows.flatMap((row) => (isQuestion(row) ? [row] : listGroup(row)));
}

function listGroup(group: unknown): unknown[] {
  const lists = isRecord(group)
    ? Object.values(group).filter((value) => typeof value === "object" && value !== null)
    : [];
  return lists.length > 0 ? lists.flatMap((list) => findRows(list) ?? []) : [group];
}

export const faq = defineCall({
  method: "GET",
  path: "content/faq",
  audience: "client",
  input: z.object({}),
  reply: prepare(listOf(question), joinGroups),
  summary: "Questions and answers.",
});

const fileLinks = listWithin(rowOf({ code: wireText, link: wireText }), byCode);

export const fileLinksByRole = defineCall({
  method: "GET",
  path: "user/file/links/by-roles/",
  audience: "client",
  input: z.object({}),
  reply: objectOf({ curator: fileLinks, sales: fileLinks, retail: fileLinks }),
  summary: "Rules and file links by group.",
});

export const sendFeedback = defineCall({
  method: "POST",
  path: "content/feedback",
  audience: "client",
  input: z.object({
    name: nameField("Укажите имя."),
    email: emailField,
    message: requiredText("Напишите сообщение.", feedbackRules.message),
  }),
  reply: emptyReply,
  summary: "Send a message to the club's managers.",
});
