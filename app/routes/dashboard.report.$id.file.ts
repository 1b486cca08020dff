import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadReport } from "../../contract/deals";
import { sendDownload } from "../session/download.server";
import { requireSession } from "../session/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  return sendDownload(visit, downloadReport, { id: args.params.id ?? "" }, "/dashboard/report/");
}
