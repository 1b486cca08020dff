import { sql } from "kysely";
import { summarizeError } from "../../platform/db/lasting-error";
import { defineJob } from "../../platform/jobs/define-job";
import { failReport } from "./fail-report";
import { processReport } from "./process-report";
import { oldestPreview } from "./require-preview";

/** Processes one uploaded report. */
export const processReportJob = defineJob<{ fileId: number }>({
  // The name stays as it is: an older node may have queued jobs under it.
  queue: "report-count",
  concurrency: 2,
  handle: ({ fileId }, services) => processReport(services, fileId),
});

/**
 * An unfinished report is resumed after this time: the process that worked on it may have been killed. While its job is marked as
 * running somebody works on it, or the job returns to its queue within seconds.
 */
const ABANDONED_AFTER_MS = 60_000;
const FAILED_AFTER_MS = 24 * 60 * 60 * 1000;

export const resumeReportsJob = defineJob({
  queue: "report-resume",
  schedule: "* * * * *",
  async handle(_data, services) {
    const now = services.now().getTime();
    const unfinished = await services.db
      .selectFrom("report_files")
      .select(["id", (report) => report.fn.coalesce("approved_at", "created_at").as("queued_at")])
      .where("status", "in", ["queued", "in_progress"])
      .where("created_at", "<", new Date(now - ABANDONED_AFTER_MS))
      .where(
        sql<boolean>`not exists (
          select from pgboss.job
          where name = ${processReportJob.queue} and state = 'active' and (data ->> 'fileId')::int = report_files.id
        )`,
      )
      .orderBy("id")
      .execute();
    for (const { id, queued_at } of unfinished) {
      try {
        await processReport(services, id);
      } catch (error) {
        // An error in one report doesn't keep the others from being processed.
        services.log.error({ fileId: id, err: summarizeError(error) }, "a report was not processed");
        if (queued_at.getTime() < now - FAILED_AFTER_MS) {
          await failReport(services, id, "Отчёт не удалось посчитать до конца. Загрузите его ещё раз.", error);
        }
      }
    }
  },
});

/** Deletes the files that curators have looked at and not counted, once their time has passed. */
export const clearReportPreviewsJob = defineJob({
  queue: "report-previews.clear",
  schedule: "*/30 * * * *",
  async handle(_data: object, services) {
    await services.db.deleteFrom("report_previews").where("created_at", "<", oldestPreview(services)).execute();
  },
});
