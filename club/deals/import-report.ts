import { importReport } from "../../contract/deals";
import { endpoint } from "../http/endpoint";
import { examineTable } from "../spreadsheets/uploaded-table";
import { acceptUpload, REPORT_BODY_LIMIT } from "./accept-upload";
import { processReportJob } from "./jobs";
import { refuseEqualRows } from "./refuse-equal-rows";
import { reportTable } from "./report-columns";
import { storeReport } from "./store-report";

/** Stores an uploaded report if it is readable, and queues the job that processes it. */
export const importReportEndpoint = endpoint(
  importReport,
  async ({ equal_rows }, { services, actor, files }) => {
    const upload = await acceptUpload(services, actor.id, files);
    const { total, hasEqualRows } = await examineTable(upload.content, reportTable);
    if (hasEqualRows && equal_rows === "ask") {
      await refuseEqualRows(services, { curatorId: actor.id, content: upload.content });
    }
    const id = await services.db
      .transaction()
      .execute((trx) => storeReport(trx, services, { ...upload, curator_id: actor.id, total }));
    services.jobs.wake(processReportJob);
    return { id };
  },
  { bodyLimit: REPORT_BODY_LIMIT },
);
