import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { exportDeals } from "../../contract/deals";
import { periodFilters, readPeriod } from "../features/deals/view-deals.server";
import { sendDownload } from "../session/download.server";
import { requireSession } from "../session/visit.server";

/** The rows of the sales page as a file, for the same period. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/sales");
  const period = readPeriod(new URL(args.request.url).searchParams);
  if (period.isReversed) throw redirect(`/dashboard/sales/?${new URLSearchParams(periodFilters(period))}`);
  return sendDownload(visit, exportDeals, periodFilters(period), "/dashboard/sales/");
}
