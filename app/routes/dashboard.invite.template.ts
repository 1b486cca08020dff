import type { LoaderFunctionArgs } from "@remix-run/node";
import { writeInviteTemplate } from "../features/invites/invite-columns";
import { requireSession } from "../session/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args, "/dashboard/invite");
  return new Response(writeInviteTemplate(), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="invite-template.csv"',
      "Cache-Control": "private, no-cache",
    },
  });
}
