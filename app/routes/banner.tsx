import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { markBannerShown } from "../../contract/accounts";
import { PROFILE_PATH } from "../session/access";
import { redirectWithNotice } from "../session/reply.server";
import { readReturnPath } from "../session/return-path.server";
import { requireAnyParticipant } from "../session/visit.server";

/** The banner stands on the page that the participant is on and has no page of its own. */
export function loader() {
  return redirect(PROFILE_PATH);
}

/** The banner has been seen (§4.4): back to where it stood. A refusal only means that it comes up again. */
export async function action(args: ActionFunctionArgs) {
  const { call } = await requireAnyParticipant(args);
  const to = (await args.request.formData()).get("to");
  await call(markBannerShown, {});
  return redirectWithNotice(readReturnPath(to, PROFILE_PATH));
}

export default function BannerPage() {
  return null;
}
