import type { LoaderFunctionArgs } from "@remix-run/node";
import { listReports } from "../../contract/deals";
import { REPORTS_PER_PAGE } from "../../contract/values";
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
  const wanted = { page, per_page: REPORTS_PER_PAGE, file_id: id };
  const answer = await visit.handleErrors(runLookup(visit, listReports, wanted));
  if (!answer.ok) return Response.json({ state: null, trouble: answer.refusal.message });
  const state = id === undefined ? viewReportList(answer.result, page) : viewReportHead(answer.result, id);
  return Response.json({ state, trouble: null });
}
