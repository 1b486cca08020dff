import { importReport } from "../../../contract/deals";
import { endpoint } from "../../platform/http/endpoint";
import { examineTitledTable } from "../../platform/spreadsheets/titled-table";
import { refuseUnreadable } from "../../platform/spreadsheets/uploaded-table";
import { acceptUpload, REPORT_BODY_LIMIT, REPORT_TOO_LARGE } from "./accept-upload";
import { entriesOf, pickUsed, refuseMissingColumns } from "./column-names";
import { processReportJob } from "./jobs";
import { titleReport } from "./parse-report";
import { refuseOpenQuestions } from "./reading-questions";
import { refuseEqualRows } from "./refuse-equal-rows";
import { readReportSettings } from "./report-settings";
import { storeReport } from "./store-report";

/** Stores an uploaded report if it is readable, and queues the job that processes it. */
export const importReportEndpoint = endpoint(
  importReport,
  async ({ equal_rows }, { services, actor, files }) => {
    const upload = await acceptUpload(services, actor.id, files);
    const settings = await readReportSettings(services.db, actor.id);
    const { answers } = settings;
    const table = examineTitledTable(upload.content, titleReport(services, settings));
    const { total, hasEqualRows, found, questions } = await refuseUnreadable(refuseMissingColumns(table));
    refuseOpenQuestions(questions);
    const columnNames = pickUsed(settings.columnNames, found);
    if (hasEqualRows && equal_rows === "ask") {
      await refuseEqualRows(services, { curatorId: actor.id, content: upload.content, columnNames, answers });
    }
    const id = await services.db
      .transaction()
      .execute((trx) =>
        storeReport(trx, services, { ...upload, curator_id: actor.id, column_names: columnNames, answers, total }),
      );
    services.jobs.wake(processReportJob);
    return { id, column_names: entriesOf(columnNames).map(([column, name]) => ({ column, name })) };
  },
  { bodyLimit: REPORT_BODY_LIMIT, tooLargeMessage: REPORT_TOO_LARGE },
);
