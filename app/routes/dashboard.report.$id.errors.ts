import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportReportErrors } from "../../contract/extensions";
import { sendDownload } from "../session/download.server";
import { requireSession } from "../session/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  const id = args.params.id ?? "";
  return sendDownload(visit, exportReportErrors, { file_id: id }, `/dashboard/report/${encodeURIComponent(id)}`);
}
