import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportDeals } from "../../contract/deals";
import { periodFilters, readPeriod } from "../features/deals/view-deals.server";
import { sendDownload } from "../session/download.server";
import { requireSession } from "../session/visit.server";

/** The rows of the sales page as a file, for the same period. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/sales");
  const period = readPeriod(new URL(args.request.url).searchParams);
  return sendDownload(visit, exportDeals, periodFilters(period), "/dashboard/sales/");
}
