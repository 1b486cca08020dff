import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadInvites } from "../../contract/invites";
import { readInviteFilters } from "../features/invites/view-invites.server";
import { sendDownload } from "../session/download.server";
import { requireSession } from "../session/visit.server";

/** The invitations of the page as a file, with the same filters. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  const { search, status } = readInviteFilters(new URL(args.request.url).searchParams);
  return sendDownload(visit, downloadInvites, { search, invite_status: status }, "/dashboard/invite/");
}
