import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CallInput } from "../../contract/call";
import { listReports } from "../../contract/deals";
import type { Refusal } from "../../contract/reply";
import { REPORTS_PER_PAGE } from "../../contract/values";
import { findReport } from "../features/reports/find-report.server";
import type { ReportListView, ReportView } from "../features/reports/report-view";
import { viewReportHead, viewReportList } from "../features/reports/view-reports.server";
import { readPageNumber } from "../lib/page-number";
import { runLookup } from "../session/run-lookup.server";
import { requireSession } from "../session/visit.server";

/**
 * The list of reports, or one of them, polled while it is being processed. An outage is reported in the reply, so that the page
 * stays.
 */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  const query = new URL(args.request.url).searchParams;
  const page = readPageNumber(query);
  const id = query.get("id") ?? undefined;
  const ask = (input: CallInput<typeof listReports>) => runLookup(visit, listReports, input);
  if (id !== undefined) {
    const report = await findReport(ask, id);
    return report.ok ? replyState(viewReportHead(report.result.title)) : replyTrouble(report.refusal);
  }
  const list = await ask({ page, per_page: REPORTS_PER_PAGE });
  return list.ok ? replyState(viewReportList(list.result, page)) : replyTrouble(list.refusal);
}

function replyState(state: ReportListView | ReportView | null) {
  return Response.json({ state, trouble: null });
}

function replyTrouble({ message }: Refusal) {
  return Response.json({ state: null, trouble: message });
}
