import {
  countReportPreview,
  discardReportPreview,
  exportPreviewErrors,
  previewReport,
  readReportPreview,
} from "../../contract/report-previews";
import { endpoint } from "../http/endpoint";
import type { Db } from "../services";
import { refuseUnreadable } from "../spreadsheets/uploaded-table";
import { acceptUpload, REPORT_BODY_LIMIT } from "./accept-upload";
import { examineReport, type ReportOutcome } from "./examine-report";
import { processReportJob } from "./jobs";
import { parseReport } from "./parse-report";
import { refusedRowsFile } from "./refused-rows-file";
import { endOfPreview, requirePreview } from "./require-preview";
import { storeReport } from "./store-report";

/** The files of a curator that are kept at once. An older one gives way: its curator has gone on. */
const PREVIEWS_KEPT = 5;

/** Checks an uploaded report and keeps its file for as long as the curator thinks about it. */
export const previewReportEndpoint = endpoint(
  previewReport,
  async (_input, { services, actor, files }) => {
    const upload = await acceptUpload(services, actor.id, files);
    const outcome = await refuseUnreadable(examineReport(services, { curatorId: actor.id, content: upload.content }));
    const { id } = await services.db
      .insertInto("report_previews")
      .values({ ...upload, curator_id: actor.id, outcome: JSON.stringify(outcome), created_at: services.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    await services.db
      .deleteFrom("report_previews")
      .where("curator_id", "=", actor.id)
      .where("id", "in", (previews) =>
        previews
          .selectFrom("report_previews as older")
          .select("older.id")
          .where("older.curator_id", "=", actor.id)
          .orderBy("older.id", "desc")
          .offset(PREVIEWS_KEPT),
      )
      .execute();
    return { id };
  },
  { bodyLimit: REPORT_BODY_LIMIT },
);

export const readReportPreviewEndpoint = endpoint(readReportPreview, async ({ id }, context) => {
  const { created_at, outcome, file_name, report_id, ...preview } = await requirePreview(context, id);
  return {
    id: preview.id,
    file_name,
    report_id,
    date: created_at.toISOString(),
    expires_at: endOfPreview(created_at).toISOString(),
    ...(outcome as ReportOutcome),
  };
});

/** Makes a report of the file. Whoever asks again gets the report that it became. */
export const countReportPreviewEndpoint = endpoint(countReportPreview, async ({ id }, context) => {
  const { services, actor } = context;
  const reportId = await services.db.transaction().execute(async (trx) => {
    const preview = await requirePreview(context, id, { db: trx, isLocked: true });
    if (preview.report_id !== null) return preview.report_id;
    const { file_name, content_type, outcome } = preview;
    const content = await readContent(trx, preview.id);
    const { total } = outcome as ReportOutcome;
    const report = { curator_id: actor.id, file_name, content_type, content, total: Number(total) };
    const stored = await storeReport(trx, services, report);
    await trx
      .updateTable("report_previews")
      .set({ report_id: stored, content: Buffer.alloc(0) })
      .where("id", "=", preview.id)
      .execute();
    return stored;
  });
  services.jobs.wake(processReportJob);
  return { id: reportId };
});

export const discardReportPreviewEndpoint = endpoint(discardReportPreview, async ({ id }, context) => {
  const preview = await requirePreview(context, id);
  await context.services.db
    .deleteFrom("report_previews")
    .where("id", "=", preview.id)
    .where("report_id", "is", null)
    .execute();
  return {};
});

export const exportPreviewErrorsEndpoint = endpoint(exportPreviewErrors, async ({ id }, context) => {
  const { services, actor } = context;
  const preview = await requirePreview(context, id);
  const content = await readContent(services.db, preview.id);
  const { rows } = await refuseUnreadable(parseReport(services, { curatorId: actor.id, content }));
  const reasons = rows.flatMap((row) =>
    "errors" in row ? [[row.number, row.errors.map(({ message }) => message).join(" ")] as const] : [],
  );
  return refusedRowsFile(content, new Map(reasons));
});

async function readContent(db: Db, previewId: number): Promise<Buffer> {
  const { content } = await db
    .selectFrom("report_previews")
    .select("content")
    .where("id", "=", previewId)
    .executeTakeFirstOrThrow();
  return content;
}
