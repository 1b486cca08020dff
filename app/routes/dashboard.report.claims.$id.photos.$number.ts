import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadSaleClaimPhoto } from "../../contract/sale-claims";
import { receivedClaimPath } from "../features/claims/claim-paths";
import { requireClaims } from "../features/claims/require-claims.server";
import { sendDownload } from "../session/download.server";
import { requireSession } from "../session/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  requireClaims("/dashboard/report/");
  const { id = "", number = "" } = args.params;
  return sendDownload(visit, downloadSaleClaimPhoto, { id, number }, receivedClaimPath(id));
}
