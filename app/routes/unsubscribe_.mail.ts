import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { unsubscribe } from "../../contract/accounts";
import { UNSUBSCRIBED_MESSAGE } from "../../contract/values";
import { redirectToUnsubscribe } from "../session/flow-state.server";
import { openVisit } from "../session/visit.server";

/** The address of the mail header `List-Unsubscribe`. A person who opens it is redirected to the page with the button. */
export async function loader({ request }: LoaderFunctionArgs) {
  return redirectToUnsubscribe(new URL(request.url).searchParams);
}

/**
 * One-click unsubscribing by a mail program (RFC 8058), which sends no cookie and follows no redirect. The status is 200, 400
 * when the request isn't such a click, or 422 when the link isn't valid.
 */
export async function action(args: ActionFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const [id, hash] = [searchParams.get("id"), searchParams.get("hash")];
  // A body that isn't a form isn't a click either.
  const form = await args.request.formData().catch(() => new FormData());
  if (!id || !hash || form.get("List-Unsubscribe") !== "One-Click") return answerText("Это не отписка.", 400);
  const answer = await (await openVisit(args)).call(unsubscribe, { id, hash });
  return answer.ok ? answerText(UNSUBSCRIBED_MESSAGE, 200) : answerText(answer.refusal.message, 422);
}

function answerText(text: string, status: number): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" };
  return new Response(text, { status, headers });
}
