import { defineJob } from "../jobs/define-job";
import { failReport, processReport } from "./process-report";

/** Counts one uploaded report. */
export const processReportJob = defineJob<{ fileId: number }>({
  queue: "report-count",
  concurrency: 2,
  handle: ({ fileId }, services) => processReport(services, fileId),
});

/** A report that isn't finished by then is taken up again: the process that counted it may have been killed. */
const ABANDONED_AFTER_MS = 60_000;
const GIVEN_UP_AFTER_MS = 24 * 60 * 60 * 1000;

export const resumeReportsJob = defineJob({
  queue: "report-resume",
  schedule: "* * * * *",
  async handle(_data, services) {
    const now = services.now().getTime();
    const unfinished = await services.db
      .selectFrom("report_files")
      .select(["id", "created_at"])
      .where("status", "in", ["queued", "in_progress"])
      .where("created_at", "<", new Date(now - ABANDONED_AFTER_MS))
      .orderBy("id")
      .execute();
    for (const { id, created_at } of unfinished) {
      try {
        await processReport(services, id);
      } catch (error) {
        // One report that can't be counted doesn't hold up the others.
        const name = error instanceof Error ? error.name : "unknown";
        services.log.error({ fileId: id, err: { name } }, "a report couldn't be counted");
        if (created_at.getTime() < now - GIVEN_UP_AFTER_MS) {
          await failReport(services, id, "Отчёт не удалось посчитать до конца. Загрузите его ещё раз.");
        }
      }
    }
  },
});
