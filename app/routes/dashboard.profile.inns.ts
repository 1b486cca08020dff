import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportMemberInns } from "../../contract/deals";
import { PROFILE_PATH } from "../session/access";
import { sendDownload } from "../session/download.server";
import { requireSession } from "../session/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/profile");
  return sendDownload(visit, exportMemberInns, {}, PROFILE_PATH);
}
