import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { unsubscribe } from "../../contract/accounts";
import { redirectToUnsubscribe } from "../session/flow-state.server";
import { openVisit } from "../session/visit.server";

/** The address in a mail's `List-Unsubscribe`: a person who opens it gets the page with the button. */
export async function loader({ request }: LoaderFunctionArgs) {
  return redirectToUnsubscribe(new URL(request.url).searchParams);
}

/**
 * The one press of a mail program (RFC 8058): it brings no cookie, follows no redirect and shows nobody the answer.
 * Answers 200, 400 when it isn't such a press, 422 when the link isn't valid.
 */
export async function action(args: ActionFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const [id, hash] = [searchParams.get("id"), searchParams.get("hash")];
  // A body that is no form at all is no press either.
  const form = await args.request.formData().catch(() => new FormData());
  if (!id || !hash || form.get("List-Unsubscribe") !== "One-Click") return answerText("Это не отписка.", 400);
  const answer = await (await openVisit(args)).call(unsubscribe, { id, hash });
  return answer.ok ? answerText("Вы успешно отписались от рассылки.", 200) : answerText(answer.refusal.message, 422);
}

function answerText(text: string, status: number): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" };
  return new Response(text, { status, headers });
}
