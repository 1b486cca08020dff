import { z } from "zod";
import { defineCall } from "./call";
import { searchRule } from "./field-rules";
import { emailField, nameField, optionalNameField, optionalText, pageQuery } from "./fields";
import { wireId } from "./ids";
import {
  emptyReply,
  extensionField,
  listOf,
  listWithin,
  objectOf,
  optionalId,
  optionalKeptId,
  optionalNumber,
  prepare,
  renameField,
  rowMessage,
  rowOf,
  wireDate,
  wireFlag,
  wireText,
  wordOf,
} from "./reply-fields";
import { alias, fieldMessages, inviteStatuses, participantsOf, registrationRoles, taskStatuses } from "./values";

/** §2.1.1: curators and managers, including system participants, have the invitations page. */
const inviters = participantsOf("curator", "manager");

const inviteRow = rowOf({
  id: optionalKeptId,
  date: wireDate,
  name: wireText,
  email: wireText,
  invite_status: wordOf(inviteStatuses),
  confirmation: wireDate,
});
export type InviteRow = z.output<typeof inviteRow>;

export const inviteFilters = { search: optionalText(searchRule), invite_status: optionalText({ maxLength: 20 }) };

export const listInvites = defineCall({
  method: "POST",
  path: "invites/list/user/current",
  audience: inviters,
  input: z.object({ ...pageQuery, ...inviteFilters }),
  reply: listOf(inviteRow),
  summary: "Invitations of the current participant.",
});

export const downloadInvites = defineCall({
  method: "POST",
  path: "invites/list/user/current/download",
  audience: inviters,
  input: z.object(inviteFilters),
  reply: "file",
  summary: "Invitations as CSV.",
});

export const exportInviteErrors = defineCall({
  method: "GET",
  path: "invites/list/user/current/errors/export",
  audience: inviters,
  input: z.object({ task_id: wireId.optional() }),
  reply: "file",
  aliases: [alias.reportUnknown],
  summary: "Rows that an import refused, with the reasons, as a CSV that can be imported again.",
});

export const createInvite = defineCall({
  method: "POST",
  path: "invites",
  audience: inviters,
  input: z.object({
    email: emailField,
    first_name: nameField("Укажите имя."),
    last_name: nameField(fieldMessages.lastName),
    sur_name: optionalNameField,
    target_promo_group_system_name: z.enum(registrationRoles, { message: "Выберите, кого приглашаете." }),
  }),
  reply: objectOf({ id: optionalId }),
  aliases: [alias.collision, alias.validation],
  summary: "Invite one person by e-mail.",
});

/** A task that was begun. The calls for its progress have its `id` in their paths, so it may be named so here too. */
const startedTask = prepare(objectOf({ task_id: optionalId }, { scalarId: "task_id" }), (sent) =>
  renameField(sent, "task_id", "id"),
);

export const importInvites = defineCall({
  method: "POST",
  path: "invites/import",
  audience: inviters,
  input: z.object({}),
  files: ["file"],
  reply: startedTask,
  aliases: [alias.fileUnreadable, alias.tooLarge, alias.tooOften],
  summary: "Invite people listed in a CSV or XLSX file.",
});

export const resendInvite = defineCall({
  method: "POST",
  path: "invites/user/current/resend",
  audience: inviters,
  input: z.object({ invite_id: wireId }),
  reply: emptyReply,
  aliases: [alias.notFound, alias.collision],
  summary: "Send one invitation again.",
});

export const resendAllInvites = defineCall({
  method: "POST",
  path: "invites/user/current/resend/all",
  audience: inviters,
  /** Only the invitations that the list shows with these filters. */
  input: z.object({ search: inviteFilters.search.optional(), invite_status: inviteFilters.invite_status.optional() }),
  extensionFields: ["search", "invite_status"],
  reply: startedTask,
  summary: "Send all unanswered invitations again.",
});

const task = objectOf(
  {
    id: optionalId,
    status: wordOf(taskStatuses),
    total: optionalNumber,
    processed: optionalNumber,
    failed: optionalNumber,
    /** Rows of people who have been invited or are in the club. Another upstream calls them errors. */
    repeated: extensionField(optionalNumber),
    errors: listWithin(rowOf({ row: optionalNumber, field: wireText, message: wireText })),
    /** Which rows those are: only the first ones. */
    repeats: extensionField(listWithin(rowMessage)),
  },
  { scalar: "status" },
);
export type Task = z.output<typeof task>;

export const importStatus = defineCall({
  method: "GET",
  path: "invites/tasks/{id}/import/status",
  audience: inviters,
  input: z.object({ id: wireId }),
  reply: task,
  aliases: [alias.reportUnknown],
  summary: "The progress of an import of invitations.",
});

export const resendStatus = defineCall({
  method: "GET",
  path: "invites/tasks/{id}/resend/status",
  audience: inviters,
  input: z.object({ id: wireId }),
  reply: task,
  aliases: [alias.reportUnknown],
  summary: "The progress of a resend of invitations.",
});

export const findInvite = defineCall({
  method: "GET",
  path: "invites/{id}",
  audience: "client",
  input: z.object({ id: wireId }),
  reply: objectOf({
    user_id: optionalKeptId,
    email: wireText,
    first_name: wireText,
    last_name: wireText,
    sur_name: wireText,
    target_promo_group_system_name: wireText,
    /** First name and initial of the inviter, as of the owner of a referral link. */
    inviter_name: extensionField(wireText),
    /** Whether the inviter is a sales manager, and so the manager of the shop that registers. */
    is_manager: extensionField(wireFlag),
  }),
  aliases: [alias.notFound],
  summary: "The invitation behind an invite link.",
});

export const findReferral = defineCall({
  method: "GET",
  path: "referral/{id}",
  audience: "client",
  input: z.object({ id: wireId }),
  reply: objectOf({ id: optionalKeptId, name: extensionField(wireText), is_manager: extensionField(wireFlag) }),
  aliases: [alias.notFound],
  summary: "The participant behind a referral link.",
});
