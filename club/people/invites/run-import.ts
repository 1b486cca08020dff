import { sql } from "kysely";
import { inviteColumns } from "../../../contract/columns";
import { toShortDate } from "../../../contract/russian-date";
import { RefusalError } from "../../platform/http/refusal-error";
import { moscowDate } from "../../platform/moscow-date";
import type { Db, Services, Trx } from "../../platform/services";
import { joinRows } from "../../platform/spreadsheets/row-ranges";
import type { TableNote } from "../../platform/spreadsheets/table-shape";
import { UnreadableTableError } from "../../platform/spreadsheets/unreadable-table-error";
import { createInvites, type InviteOutcome, type NewInvite } from "./create-invites";
import { failTask } from "./fail-task";
import { type InviteRowError, type ReadInviteRow, readInviteRows } from "./invite-columns";
import { inviteMessages } from "./invite-messages";
import { requireLetterDay } from "./letter-days";

/** Rows that are written in one transaction, and steps of the progress. */
const BATCH_ROWS = 500;

/** Nothing is wrong with these rows: there is nothing left to do for them. */
const repeats = { participant: inviteMessages.participant, invited: inviteMessages.invited };

/**
 * Imports an uploaded list of invitations. Each batch writes its invitations, letters, errors and the progress in one
 * transaction and begins where the progress stands. The import can therefore be interrupted anywhere, started again or even
 * run twice at once: no row is lost and no letter is sent twice.
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
  try {
    const { rows, notes } = await readInviteRows(task.file_content);
    await insertNotes(db, taskId, notes);
    while (await db.transaction().execute((trx) => writeBatch(trx, services, taskId, task.owner_id, rows)));
  } catch (error) {
    const message = messageToInviter(error);
    if (message === undefined) throw error;
    await failTask(services, taskId, message, error);
  }
}

/** What to tell the inviter of an error that ends the import; undefined for one that may pass. */
function messageToInviter(error: unknown): string | undefined {
  if (error instanceof UnreadableTableError) return error.message;
  return error instanceof RefusalError ? error.entries[0]?.error_display_message : undefined;
}

/** Tells the inviter what of the file wasn't read. Row 0 stands for the file itself. */
async function insertNotes(db: Db, taskId: string, notes: readonly TableNote[]): Promise<void> {
  if (notes.length === 0) return;
  await db
    .insertInto("task_errors")
    .values(notes.map(({ place, message }) => ({ task_id: taskId, row: 0, field: place, value: "", message })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes the next batch. Returns whether rows are left. */
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
  // Several lists may have been uploaded before the letters of the first one were written.
  if (processed === 0) await requireLetterDay(trx, services, ownerId);
  const batch = rows.slice(processed, processed + BATCH_ROWS);
  const readable = batch.flatMap((row) => ("invite" in row ? [row] : []));
  const outcomes = await createInvites(
    trx,
    services,
    ownerId,
    readable.map(({ invite }) => invite),
    taskId,
  );
  const errors = [
    ...batch.flatMap((row) =>
      "errors" in row ? row.errors.map((error) => ({ ...error, cells: [...row.cells] })) : [],
    ),
    ...readable.flatMap((row, index) => explainRefusal(row, outcomes[index])),
  ];
  const repeated = readable.flatMap(({ number }, index) => explainRepeat(number, outcomes[index]));
  if (repeated.length > 0) {
    await trx
      .insertInto("task_repeats")
      .values(joinRows(repeated).map((range) => ({ ...range, task_id: taskId })))
      .execute();
  }
  if (errors.length > 0) {
    await trx
      .insertInto("task_errors")
      .values(errors.map((error) => ({ ...error, task_id: taskId })))
      .execute();
  }
  const hasMore = processed + batch.length < rows.length;
  if (!hasMore) await insertNotes(trx, taskId, await noteWaitingLetters(trx, services, taskId));
  await trx
    .updateTable("tasks")
    .set({
      processed: processed + batch.length,
      failed: sql`failed + ${new Set(errors.map(({ row }) => row)).size}`,
      repeated: sql`repeated + ${repeated.length}`,
      status: hasMore ? "in_progress" : "done",
      // The file holds names and addresses of strangers, so it is deleted as soon as it isn't needed.
      ...(!hasMore && { finished_at: services.now(), file_content: null }),
    })
    .where("id", "=", taskId)
    .execute();
  return hasMore;
}

/** Tells the inviter on which day the last letter of the list goes out, when that isn't today. */
async function noteWaitingLetters(trx: Trx, services: Services, taskId: string): Promise<TableNote[]> {
  const { last } = await trx
    .selectFrom("invites")
    .select((invite) => invite.fn.max("sent_at").as("last"))
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  if (!last || last <= services.now()) return [];
  const day = toShortDate(moscowDate(last));
  return [{ place: "Письма", message: `Писем больше, чем уходит за день. Последние уйдут ${day}.` }];
}

function explainRefusal(
  { number, invite, cells }: ReadInviteRow & { invite: NewInvite },
  outcome: InviteOutcome | undefined,
): (InviteRowError & { cells: string[] })[] {
  if (!outcome || !("refused" in outcome) || outcome.refused !== "unsubscribed") return [];
  const field = inviteColumns.email.title;
  return [{ row: number, field, value: invite.email, message: inviteMessages.unsubscribed, cells: [...cells] }];
}

function explainRepeat(number: number, outcome: InviteOutcome | undefined) {
  if (!outcome || !("refused" in outcome) || outcome.refused === "unsubscribed") return [];
  return [{ number, message: repeats[outcome.refused] }];
}
