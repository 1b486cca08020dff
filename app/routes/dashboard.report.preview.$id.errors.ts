import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { exportPreviewErrors } from "../../contract/report-previews";
import { readConfiguration } from "../lib/configuration.server";
import { sendDownload } from "../session/download.server";
import { requireSession } from "../session/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  if (!readConfiguration().upstreamExtensions) throw redirect("/dashboard/report/");
  const id = args.params.id ?? "";
  return sendDownload(visit, exportPreviewErrors, { id }, `/dashboard/report/preview/${encodeURIComponent(id)}`);
}
