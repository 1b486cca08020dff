import { z } from "zod";
import { defineCall } from "./call";
import { feedbackRules } from "./field-rules";
import { emailField, emptyReply, requiredText, wireId, wireText } from "./fields";

const links = z.object({
  where_to_buy: wireText,
  support: z
    .object({ phone: wireText, email: wireText })
    .nullish()
    .transform((support) => support ?? { phone: "", email: "" }),
  socials: z
    .array(z.object({ name: wireText, url: wireText }))
    .nullish()
    .transform((list) => list ?? []),
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
  reply: z.preprocess(
    (value) => (typeof value === "object" && value !== null && !("data" in value) ? { data: value } : value),
    z.object({ data: links }),
  ),
  summary: "Links of header and footer.",
});

const rulesDocument = z.object({ code: wireText, title: wireText, text: wireText, link: wireText });
export type RulesDocument = z.output<typeof rulesDocument>;

export const rules = defineCall({
  method: "GET",
  path: "content/rules",
  audience: "client",
  input: z.object({}),
  reply: z.preprocess(
    (value) => (Array.isArray(value) ? { items: value } : value),
    z.object({ items: z.array(rulesDocument) }),
  ),
  summary: "Programme rules by document code.",
});

const question = z.object({ id: wireId, question: wireText, answer: wireText });
export type Question = z.output<typeof question>;

export const faq = defineCall({
  method: "GET",
  path: "content/faq",
  audience: "client",
  input: z.object({}),
  reply: z.preprocess(
    (value) => (Array.isArray(value) ? { items: value } : value),
    z.object({ items: z.array(question) }),
  ),
  summary: "Questions and answers.",
});

const fileLinks = z
  .array(z.object({ code: wireText, link: wireText }))
  .nullish()
  .transform((list) => list ?? []);

export const fileLinksByRole = defineCall({
  method: "GET",
  path: "user/file/links/by-roles/",
  audience: "client",
  input: z.object({}),
  reply: z.object({ curator: fileLinks, sales: fileLinks, retail: fileLinks }),
  summary: "Rules and file links by group.",
});

export const sendFeedback = defineCall({
  method: "POST",
  path: "content/feedback",
  audience: "client",
  input: z.object({
    name: requiredText("Укажите имя.", feedbackRules.name),
    email: emailField,
    message: requiredText("Напишите сообщение.", feedbackRules.message),
  }),
  reply: emptyReply,
  summary: "Send a message to the club's managers.",
});
