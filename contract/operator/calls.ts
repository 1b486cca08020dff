import { z } from "zod";
import { defineCall } from "../call";
import { operatorRoles } from "./roles";
import {
  actShape,
  fieldShape,
  linkShape,
  listShape,
  offeredActShape,
  outcomeShape,
  sectionShape,
  tableShape,
} from "./views";

/**
 * The operators' API: `/api/operator/…` on OPERATOR_PORT only. Its calls are few because acts, lists and cards say
 * themselves what they need.
 */

const name = z.string().regex(/^[a-z][a-z-]*$/);
const none = z.object({});

export const readOperator = defineCall({
  method: "GET",
  path: "operator/me",
  audience: "operator",
  summary: "The operator who asks",
  input: none,
  reply: z.object({
    id: z.number().int(),
    login: z.string(),
    full_name: z.string(),
    roles: z.array(z.enum(operatorRoles)),
  }),
});

export const readCatalogue = defineCall({
  method: "GET",
  path: "operator/catalogue",
  audience: "operator",
  summary: "The acts and lists that the operator's roles allow",
  input: none,
  reply: z.object({ acts: z.array(actShape), lists: z.array(listShape) }),
});

export const readToday = defineCall({
  method: "GET",
  path: "operator/today",
  audience: "operator",
  summary: "What waits for an operator, as counts that lead to lists",
  input: none,
  reply: z.object({ items: z.array(z.object({ title: z.string(), count: z.number().int(), link: linkShape })) }),
});

export const readList = defineCall({
  method: "GET",
  path: "operator/lists/{name}",
  audience: "operator",
  summary: "One page of a list; the filters are further parameters",
  input: z.object({ name, after: z.string().optional() }).passthrough(),
  reply: z.object({
    title: z.string(),
    filters: z.array(fieldShape),
    table: tableShape,
    /** Continues after the last row; null at the end. */
    next: z.string().nullable(),
  }),
});

export const readCard = defineCall({
  method: "GET",
  path: "operator/cards/{name}/{id}",
  audience: "operator",
  summary: "Everything about one thing, and the acts that it allows",
  input: z.object({ name, id: z.string().max(100) }),
  reply: z.object({
    title: z.string(),
    sections: z.array(sectionShape),
    acts: z.array(offeredActShape),
  }),
});

const requestReply = z.object({
  request_id: z.string(),
  /** checked: nothing has changed yet. waiting: a second operator decides. changed: the check has to be read again. */
  state: z.enum(["checked", "waiting", "changed", "done", "refused"]),
  act: actShape,
  needs_second_operator: z.boolean(),
  outcome: outcomeShape,
  /** Shown once and stored nowhere: a code, a link for a first password. */
  secrets: z.array(z.object({ label: z.string(), value: z.string() })).default([]),
  /** Whether the act has made a file, which `operator/requests/{id}/file` sends. */
  has_file: z.boolean().default(false),
});

export const checkAct = defineCall({
  method: "POST",
  path: "operator/acts/{name}/check",
  audience: "operator",
  summary: "What an act would change; nothing is changed",
  input: z.object({ name }).passthrough(),
  files: ["file", "picture"],
  reply: requestReply,
});

export const readRequest = defineCall({
  method: "GET",
  path: "operator/requests/{id}",
  audience: "operator",
  summary: "A checked or waiting act, checked again",
  input: z.object({ id: z.string().uuid() }),
  reply: requestReply.extend({ asked_by: z.string(), may_decide: z.boolean() }),
});

export const confirmAct = defineCall({
  method: "POST",
  path: "operator/requests/{id}/confirm",
  audience: "operator",
  summary: "Carries out a checked act, once",
  input: z.object({ id: z.string().uuid(), code: z.string().optional() }),
  reply: requestReply,
});

export const decideAct = defineCall({
  method: "POST",
  path: "operator/requests/{id}/decide",
  audience: "operator",
  summary: "A second operator's yes or no",
  input: z.object({
    id: z.string().uuid(),
    decision: z.enum(["yes", "no"]),
    reason: z.string().trim().max(500).default(""),
    code: z.string().optional(),
  }),
  reply: requestReply,
});

export const downloadActFile = defineCall({
  method: "GET",
  path: "operator/requests/{id}/file",
  audience: "operator",
  summary: "The file that an act has made, for an hour",
  input: z.object({ id: z.string().uuid() }),
  reply: "file",
});
