import { defineJob } from "../jobs/jobs";
import { countReport } from "./count-report";

/** Counts one uploaded report. */
export const countReportJob = defineJob<{ fileId: number }>({
  queue: "report-count",
  concurrency: 2,
  handle: ({ fileId }, services) => countReport(services, fileId),
});

/** A report that nobody has gone on with for so long is taken up again: the process that counted it was killed. */
const ABANDONED_AFTER_MS = 60_000;

export const resumeReportsJob = defineJob({
  queue: "report-resume",
  schedule: "* * * * *",
  async handle(_data, services) {
    const unfinished = await services.db
      .selectFrom("report_files")
      .select("id")
      .where("status", "in", ["queued", "in_progress"])
      .where("created_at", "<", new Date(services.now().getTime() - ABANDONED_AFTER_MS))
      .orderBy("id")
      .execute();
    for (const { id } of unfinished) await countReport(services, id);
  },
});
