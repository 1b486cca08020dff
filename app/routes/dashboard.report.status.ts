import type { LoaderFunctionArgs } from "@remix-run/node";
import { listReports } from "../../contract/deals";
import { REPORTS_PER_PAGE } from "../../contract/values";
import { viewReportList } from "../features/reports/view-reports.server";
import { readPageNumber } from "../lib/page-number";
import { runLookup } from "../session/run-lookup.server";
import { requireSession } from "../session/visit.server";

/** The list of reports, polled while one is being processed. An outage is reported in the reply, so that the page stays. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  const page = readPageNumber(new URL(args.request.url).searchParams);
  const answer = await visit.handleErrors(runLookup(visit, listReports, { page, per_page: REPORTS_PER_PAGE }));
  if (!answer.ok) return Response.json({ state: null, trouble: answer.refusal.message });
  return Response.json({ state: viewReportList(answer.result, page), trouble: null });
}
