import { sql } from "kysely";
import { inviteColumns, listTitles, REASON_TITLE } from "../../../contract/columns";
import { exportInviteErrors, importStatus, resendStatus } from "../../../contract/invites";
import { alias, goneMessages } from "../../../contract/values";
import type { Database } from "../../platform/db/schema";
import { csvFile } from "../../platform/http/csv";
import { type CallContext, endpoint } from "../../platform/http/endpoint";
import { isUuid } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";

type TaskKind = Database["tasks"]["kind"];

/** The most errors, and ranges of repeated rows, that a status reply has; the export has all errors. */
const STATUS_ERRORS = 100;

export const importStatusEndpoint = endpoint(importStatus, ({ id }, context) => readTask(context, "invite_import", id));
export const resendStatusEndpoint = endpoint(resendStatus, ({ id }, context) => readTask(context, "invite_resend", id));

/**
 * Exports the refused rows of an import as they were uploaded, with the reasons beside them, so that they can be corrected and
 * uploaded again; without an id, of the newest import.
 */
export const exportInviteErrorsEndpoint = endpoint(exportInviteErrors, async ({ task_id }, context) => {
  const task = await requireTask(context, "invite_import", task_id);
  const errors = await context.services.db
    .selectFrom("task_errors")
    .select(["cells", sql<string>`string_agg(message, ' ' order by field)`.as("reason")])
    .where("task_id", "=", task.id)
    .where("row", ">", 0)
    .groupBy(["row", "cells"])
    .orderBy("row")
    .execute();
  const titles = listTitles(inviteColumns);
  return csvFile(
    "Ошибки приглашений.csv",
    [...titles, REASON_TITLE],
    errors.map(({ cells, reason }) => [...titles.map((_, index) => cells[index] ?? ""), reason]),
  );
});

async function readTask(context: CallContext, kind: TaskKind, id: string) {
  const task = await requireTask(context, kind, id);
  const errors = await context.services.db
    .selectFrom("task_errors")
    .select(["row", "field", "message"])
    .where("task_id", "=", task.id)
    .orderBy("row")
    .orderBy("field")
    .limit(STATUS_ERRORS)
    .execute();
  const repeats = await context.services.db
    .selectFrom("task_repeats")
    .select(["first_row", "last_row", "message"])
    .where("task_id", "=", task.id)
    .orderBy("first_row")
    .limit(STATUS_ERRORS)
    .execute();
  return { ...task, errors, repeats };
}

/** Finds the participant's own task. @throws RefusalError reportUnknown for any other (§8.6) */
async function requireTask({ services, actor }: CallContext, kind: TaskKind, id: string | undefined) {
  const task =
    id === undefined || isUuid(id)
      ? await services.db
          .selectFrom("tasks")
          .select(["id", "status", "total", "processed", "failed", "repeated"])
          .where("owner_id", "=", actor.id)
          .where("kind", "=", kind)
          .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
          .orderBy("created_at", "desc")
          .limit(1)
          .executeTakeFirst()
      : undefined;
  if (!task) throw new RefusalError(alias.reportUnknown, goneMessages.inviteTask);
  return task;
}
