import { importReport } from "../../../contract/deals";
import { endpoint } from "../../platform/http/endpoint";
import type { Services } from "../../platform/services";
import { examineTitledTable } from "../../platform/spreadsheets/titled-table";
import { refuseUnreadable } from "../../platform/spreadsheets/uploaded-table";
import { acceptUpload, REPORT_BODY_LIMIT, REPORT_TOO_LARGE } from "./accept-upload";
import { entriesOf, pickUsed, refuseMissingColumns } from "./column-names";
import { processReportJob } from "./jobs";
import { parseReport, type ReportFile, titleReport } from "./parse-report";
import { refuseOpenQuestions } from "./reading-questions";
import { type Asked, refuseOpenRows } from "./refuse-open-rows";
import { readReportSettings } from "./report-settings";
import { storeReport } from "./store-report";
import { requirePeriod } from "./whole-period";

/** Stores an uploaded report if it is readable, and queues the job that processes it. */
export const importReportEndpoint = endpoint(
  importReport,
  async ({ equal_rows, corrected_rows, ...said }, { services, actor, files }) => {
    const period = requirePeriod(said);
    const upload = await acceptUpload(services, actor.id, files);
    const settings = await readReportSettings(services.db, actor.id);
    const { answers } = settings;
    const file = { curatorId: actor.id, content: upload.content, ...settings, period };
    const asked = { equalRows: equal_rows === "ask", correctedRows: corrected_rows === "ask" };
    const reading = asked.correctedRows ? readAndAsk(services, file, asked) : countRows(services, file, asked);
    const { total, found } = await refuseUnreadable(refuseMissingColumns(reading));
    const columnNames = pickUsed(settings.columnNames, found);
    const corrections = corrected_rows && corrected_rows !== "ask" ? { all: corrected_rows } : {};
    const report = { ...upload, curator_id: actor.id, column_names: columnNames, answers, corrections, period, total };
    const id = await services.db.transaction().execute((trx) => storeReport(trx, services, report));
    services.jobs.wake(processReportJob);
    return { id, column_names: entriesOf(columnNames).map(([column, name]) => ({ column, name })) };
  },
  { bodyLimit: REPORT_BODY_LIMIT, tooLargeMessage: REPORT_TOO_LARGE },
);

/** Counts the rows of a file; their values are read only where some may be equal and that is a question. */
async function countRows(services: Services, file: ReportFile, asked: Asked) {
  const { total, hasEqualRows, found, questions } = await examineTitledTable(file.content, titleReport(services, file));
  refuseOpenQuestions(questions);
  if (asked.equalRows && hasEqualRows) await readAndAsk(services, file, asked);
  return { total, found };
}

async function readAndAsk(services: Services, file: ReportFile, asked: Asked) {
  const { rows, found, questions } = await parseReport(services, file);
  refuseOpenQuestions(questions);
  await refuseOpenRows(services, { curatorId: file.curatorId, rows }, asked);
  return { total: rows.length, found };
}
