import type { InviteRow, Task } from "../../../contract/invites";
import type { InvitesSummary } from "../../../contract/overviews";
import { goneMessages } from "../../../contract/values";
import { formatDate, formatMoment } from "../../lib/dates.server";
import { readSearchText } from "../../lib/search-text";
import type { InviteFilters, InviteView, LastImportView, TaskView } from "./invite-view";

export const INVITES_PER_PAGE = 20;
const TASK_ERRORS_SHOWN = 50;

export function viewInvite({ id, date, name, email, invite_status, confirmation }: InviteRow): InviteView {
  return { id, date: formatDate(date), name, email, status: invite_status, confirmation: formatDate(confirmation) };
}

/** @param id of the address, which the reply need not repeat */
export function viewTask(task: Task, id: string): TaskView {
  return { ...task, id, errors: task.errors.slice(0, TASK_ERRORS_SHOWN) };
}

/** Null while no list was imported. */
export function viewLastImport(summary: InvitesSummary): LastImportView | null {
  const { import_id: id, import_date, import_status: status, import_total: total, import_failed: failed = 0 } = summary;
  return id ? { id, date: formatMoment(import_date), status, total, failed } : null;
}

export function readInviteFilters(search: URLSearchParams): InviteFilters {
  return {
    search: readSearchText(search, "search"),
    status: search.get("invite_status")?.slice(0, 20) ?? "",
  };
}

/** What the page of a task says when the upstream doesn't show the task (§8.6). */
export const MISSING_TASK = {
  goneTitle: "Загрузка не найдена",
  goneText: goneMessages.inviteTask,
  refusedTitle: "Загрузка не открылась",
};
