import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { resetUnseenPrizes } from "../../contract/prizes";
import { requireSession } from "../session/visit.server";

/** New gifts are shown on their page. */
export function loader() {
  return redirect(GIFTS_PATH);
}

/**
 * Resets the counter of unseen gifts (§4.5), by a button of their page, which script presses at once: looking at a page changes
 * nothing by itself. If the upstream doesn't take it, the gifts stay new.
 */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/gifts");
  const form = await args.request.formData();
  await visit.callOptional(resetUnseenPrizes, {});
  return form.has("stay") ? data({ skipRevalidation: true }) : redirect(GIFTS_PATH, 303);
}

const GIFTS_PATH = "/dashboard/gifts/";
