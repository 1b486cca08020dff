import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { exportDeals } from "../../contract/deals";
import { filterInput, readFilter } from "../features/deals/view-deals.server";
import { sendDownload } from "../session/download.server";
import { requireSession } from "../session/visit.server";

/** The rows of the sales page as a file, for the same search and period. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/sales");
  const filter = readFilter(new URL(args.request.url).searchParams);
  if (filter.isReversed) throw redirect(`/dashboard/sales/?${new URLSearchParams(filterInput(filter))}`);
  return sendDownload(visit, exportDeals, filterInput(filter), "/dashboard/sales/");
}
