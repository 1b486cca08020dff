import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportReportRows } from "../../contract/regional";
import { sendDownload } from "../session/download.server";
import { requireSession } from "../session/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/search");
  const query = new URL(args.request.url).searchParams;
  const input = { user_id: query.get("user_id") || "0", month: query.get("month") ?? "" };
  return sendDownload(visit, exportReportRows, input, "/dashboard/search/");
}
