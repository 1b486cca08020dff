import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { markBannerShown } from "../../contract/accounts";
import { PROFILE_PATH } from "../session/access";
import { redirectWithNotice } from "../session/reply.server";
import { readReturnPath } from "../session/return-path.server";
import { requireAnyParticipant } from "../session/visit.server";

/** The banner is shown on other pages and has no page of its own. */
export function loader() {
  return redirect(PROFILE_PATH);
}

/** Marks the banner as seen (§4.4) and returns to the page. If the upstream doesn't take it, the banner is shown again. */
export async function action(args: ActionFunctionArgs) {
  const { callOptional } = await requireAnyParticipant(args);
  const to = (await args.request.formData()).get("to");
  await callOptional(markBannerShown, {});
  return redirectWithNotice(readReturnPath(to, PROFILE_PATH));
}

export default function BannerPage() {
  return null;
}
