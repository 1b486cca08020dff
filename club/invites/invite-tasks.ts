import { exportInviteErrors, importStatus, resendStatus } from "../../contract/invites";
import { alias } from "../../contract/values";
import type { Database } from "../db/schema";
import { csvFile } from "../http/csv";
import { type CallContext, endpoint } from "../http/endpoint";
import { isUuid } from "../http/parse-id";
import { RefusalError } from "../http/refusal-error";

type TaskKind = Database["tasks"]["kind"];

/** The most errors that a status reply has; the export has all of them. */
const STATUS_ERRORS = 100;

export const importStatusEndpoint = endpoint(importStatus, ({ id }, context) => readTask(context, "invite_import", id));
export const resendStatusEndpoint = endpoint(resendStatus, ({ id }, context) => readTask(context, "invite_resend", id));

/** Exports the refused rows of an import; without an id, of the newest one. */
export const exportInviteErrorsEndpoint = endpoint(exportInviteErrors, async ({ task_id }, context) => {
  const task = await requireTask(context, "invite_import", task_id);
  const errors = await context.services.db
    .selectFrom("task_errors")
    .select(["row", "field", "value", "message"])
    .where("task_id", "=", task.id)
    .orderBy("row")
    .orderBy("field")
    .execute();
  return csvFile(
    "Ошибки приглашений.csv",
    ["Строка", "Поле", "Значение", "Ошибка"],
    errors.map(({ row, field, value, message }) => [row, field, value, message]),
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
  return { ...task, errors };
}

/** Finds the participant's own task. @throws RefusalError reportUnknown for any other (§8.6) */
async function requireTask({ services, actor }: CallContext, kind: TaskKind, id: string | undefined) {
  const task =
    id === undefined || isUuid(id)
      ? await services.db
          .selectFrom("tasks")
          .select(["id", "status", "total", "processed", "failed"])
          .where("owner_id", "=", actor.id)
          .where("kind", "=", kind)
          .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
          .orderBy("created_at", "desc")
          .limit(1)
          .executeTakeFirst()
      : undefined;
  if (!task) throw new RefusalError(alias.reportUnknown, "Этой загрузки больше нет. Обновите список приглашений.");
  return task;
}
