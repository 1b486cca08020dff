import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportInviteErrors } from "../../contract/invites";
import { sendDownload } from "../session/download.server";
import { requireSession } from "../session/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  return sendDownload(visit, exportInviteErrors, { task_id: args.params.id ?? "" }, "/dashboard/invite/");
}
