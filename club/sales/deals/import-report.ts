import { importReport } from "../../../contract/deals";
import { endpoint } from "../../platform/http/endpoint";
import { examineTitledTable } from "../../platform/spreadsheets/titled-table";
import { refuseUnreadable } from "../../platform/spreadsheets/uploaded-table";
import { acceptUpload, REPORT_BODY_LIMIT } from "./accept-upload";
import { entriesOf, pickUsed, readColumnNames, refuseMissingColumns } from "./column-names";
import { processReportJob } from "./jobs";
import { refuseEqualRows } from "./refuse-equal-rows";
import { reportTable } from "./report-columns";
import { storeReport } from "./store-report";

/** Stores an uploaded report if it is readable, and queues the job that processes it. */
export const importReportEndpoint = endpoint(
  importReport,
  async ({ equal_rows }, { services, actor, files }) => {
    const upload = await acceptUpload(services, actor.id, files);
    const names = await readColumnNames(services.db, actor.id);
    const table = examineTitledTable(upload.content, { ...reportTable, ownNames: names });
    const { total, hasEqualRows, found } = await refuseUnreadable(refuseMissingColumns(table));
    const columnNames = pickUsed(names, found);
    if (hasEqualRows && equal_rows === "ask") {
      await refuseEqualRows(services, { curatorId: actor.id, content: upload.content, columnNames });
    }
    const id = await services.db
      .transaction()
      .execute((trx) =>
        storeReport(trx, services, { ...upload, curator_id: actor.id, column_names: columnNames, total }),
      );
    services.jobs.wake(processReportJob);
    return { id, column_names: entriesOf(columnNames).map(([column, name]) => ({ column, name })) };
  },
  { bodyLimit: REPORT_BODY_LIMIT },
);
