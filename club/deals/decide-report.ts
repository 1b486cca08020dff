import { sendMessage } from "../outbox/send-message";
import type { Db, Services, Trx } from "../services";

/** Lists the reports that wait for an operator, oldest first, with the reason that their curators see. */
export function listWaitingReports(db: Db) {
  return db
    .selectFrom("report_files")
    .innerJoin("users", "users.id", "report_files.curator_id")
    .leftJoin("report_errors", (join) =>
      join
        .onRef("report_errors.file_id", "=", "report_files.id")
        .on("report_errors.row", "=", 0)
        .on("report_errors.field", "=", ""),
    )
    .select([
      "report_files.id",
      "report_files.file_name",
      "report_files.created_at",
      "report_files.total",
      "users.email",
      "report_errors.message",
    ])
    .where("report_files.status", "=", "waiting_approval")
    .orderBy("report_files.id")
    .execute();
}

/**
 * Lets a waiting report be processed as it is; the job that resumes reports takes it within a minute. Writes to the curator.
 *
 * @returns false when no such report waits
 */
export async function approveReport(trx: Trx, services: Services, fileId: number): Promise<boolean> {
  const report = await endWaiting(trx, fileId, { status: "queued", approved_at: services.now() });
  if (!report) return false;
  await tellCurator(trx, services, report, {
    subject: "Отчёт подтверждён",
    text: "Оператор клуба подтвердил отчёт, баллы скоро начислятся.",
  });
  return true;
}

/**
 * Refuses a waiting report: nothing of it is credited, and its sales may be uploaded again. Writes the reason to the curator.
 *
 * @returns false when no such report waits
 */
export async function refuseReport(trx: Trx, services: Services, fileId: number, reason: string): Promise<boolean> {
  const report = await endWaiting(trx, fileId, { status: "refused", finished_at: services.now() });
  if (!report) return false;
  const message = `Оператор клуба отклонил отчёт: ${reason}`;
  await trx.insertInto("report_errors").values({ file_id: fileId, row: 0, field: "", message }).execute();
  await tellCurator(trx, services, report, {
    subject: "Отчёт отклонён",
    text: `${message}\n\nИсправьте файл и загрузите его ещё раз.`,
  });
  return true;
}

/** Ends the waiting and takes back the message about it. */
async function endWaiting(
  trx: Trx,
  fileId: number,
  changes: { status: "queued"; approved_at: Date } | { status: "refused"; finished_at: Date },
) {
  const report = await trx
    .updateTable("report_files")
    .set(changes)
    .where("id", "=", fileId)
    .where("status", "=", "waiting_approval")
    .returning(["id", "curator_id", "file_name"])
    .executeTakeFirst();
  if (!report) return undefined;
  await trx
    .deleteFrom("report_errors")
    .where("file_id", "=", fileId)
    .where("row", "=", 0)
    .where("field", "=", "")
    .execute();
  return report;
}

async function tellCurator(
  trx: Trx,
  services: Services,
  report: { id: number; curator_id: number; file_name: string },
  letter: { subject: string; text: string },
): Promise<void> {
  const { email } = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", report.curator_id)
    .executeTakeFirstOrThrow();
  const page = `${services.settings.publicOrigin}/dashboard/report/${report.id}`;
  await sendMessage(trx, services, {
    channel: "email",
    to: email,
    subject: letter.subject,
    text: `Файл «${report.file_name}». ${letter.text}\n\n${page}`,
  });
}
