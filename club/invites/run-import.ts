import { sql } from "kysely";
import { inviteColumns } from "../../contract/columns";
import type { Services, Trx } from "../services";
import { type InviteRowError, type ReadInviteRow, readInviteRows } from "./invite-columns";
import { type InviteOutcome, writeInvites } from "./write-invites";

/** Rows that are written in one transaction; the progress moves by as many. */
const BATCH_ROWS = 500;

const refusals = {
  participant: "Участник с таким e-mail уже в клубе.",
  unsubscribed: "Этот человек просил не присылать ему приглашений.",
  invited: "Вы уже приглашали этого человека.",
};

/**
 * Works through an uploaded list. Each batch writes its invitations, letters, errors and the progress in one transaction
 * and begins where the progress stands, so the work may be broken off anywhere, started again, even run twice at once:
 * nobody is lost or written to twice.
 */
export async function runImport(services: Services, taskId: string): Promise<void> {
  const { db } = services;
  const task = await db
    .selectFrom("tasks")
    .select(["owner_id", "status", "file_content"])
    .where("id", "=", taskId)
    .where("kind", "=", "invite_import")
    .executeTakeFirst();
  if (!task?.file_content || task.status === "done" || task.status === "failed") return;
  const rows = await readInviteRows(task.file_content);
  while (await db.transaction().execute((trx) => writeBatch(trx, services, taskId, task.owner_id, rows)));
}

/** Writes the next batch; returns whether rows are left. */
async function writeBatch(
  trx: Trx,
  services: Services,
  taskId: string,
  ownerId: number,
  rows: readonly ReadInviteRow[],
): Promise<boolean> {
  const { processed, status } = await trx
    .selectFrom("tasks")
    .select(["processed", "status"])
    .where("id", "=", taskId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (status === "done" || status === "failed") return false;
  const batch = rows.slice(processed, processed + BATCH_ROWS);
  const readable = batch.flatMap((row) => ("invite" in row ? [row] : []));
  const outcomes = await writeInvites(
    trx,
    services,
    ownerId,
    readable.map(({ invite }) => invite),
    taskId,
  );
  const errors = [
    ...batch.flatMap((row) => ("errors" in row ? row.errors : [])),
    ...readable.flatMap((row, index) => explainRefusal(row.number, row.invite.email, outcomes[index])),
  ];
  if (errors.length > 0) {
    await trx
      .insertInto("task_errors")
      .values(errors.map((error) => ({ ...error, task_id: taskId })))
      .execute();
  }
  const left = processed + batch.length < rows.length;
  await trx
    .updateTable("tasks")
    .set({
      processed: processed + batch.length,
      failed: sql`failed + ${new Set(errors.map(({ row }) => row)).size}`,
      status: left ? "in_progress" : "done",
      // The list of strangers isn't kept longer than it is needed.
      ...(!left && { finished_at: services.now(), file_content: null }),
    })
    .where("id", "=", taskId)
    .execute();
  return left;
}

function explainRefusal(row: number, value: string, outcome: InviteOutcome | undefined): InviteRowError[] {
  if (!outcome || !("refused" in outcome)) return [];
  return [{ row, field: inviteColumns.email.title, value, message: refusals[outcome.refused] }];
}
