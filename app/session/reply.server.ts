import type { Submission, SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import type { Refusal } from "../../contract/reply";
import { leaveNotice, type Notice } from "./notice.server";

/** Answers a form that didn't pass: 400 with what was typed and what is wrong. */
export function rejectForm(submission: Submission<unknown, string[]>) {
  return data(submission.reply({ hideFields: SECRET_FIELDS }), { status: 400 });
}

/**
 * Answers a form that the upstream refused: its words on the fields they speak of, the rest above the form (§8.1).
 * @param fieldNames wire names of the form's fields; a message for any other field stands above the form
 * @param renamed wire names of the upstream that the form calls otherwise
 */
export function refuseForm(
  submission: Submission<unknown, string[]>,
  refusal: Refusal,
  fieldNames: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
) {
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const [wire, message] of Object.entries(refusal.fields)) {
    const field = renamed[wire] ?? wire;
    if (fieldNames.includes(field)) fieldErrors[field] = [message];
    else formErrors.push(message);
  }
  if (formErrors.length === 0 && Object.keys(fieldErrors).length === 0) formErrors.push(...refusal.message.split("\n"));
  const result: SubmissionResult<string[]> = submission.reply({ fieldErrors, formErrors, hideFields: SECRET_FIELDS });
  return data(result, { status: refusal.status >= 400 ? refusal.status : 422 });
}

/** Never sent back into a page. */
const SECRET_FIELDS = ["password", "new_password", "new_password_confirm", "code", "recipient"];

/** Ends a form that succeeded: 303 to the next page, with a notice for it. */
export async function finishForm(to: string, notice?: Notice, cookies: readonly string[] = []): Promise<Response> {
  return redirect(to, { status: 303, headers: await bearCookies(notice, cookies) });
}

/**
 * The same for a form that script sends behind its page (it bears `stay`): the page stays, and loads its data anew. The
 * form is handed its words: of two loads at once the router drops one, and a notice may have gone with it.
 */
export async function finishOrStay(form: FormData, to: string, notice?: Notice, cookies: readonly string[] = []) {
  if (!form.has("stay")) return finishForm(to, notice, cookies);
  const said = notice && [notice.title, notice.text].filter(Boolean).join(". ");
  return data({ done: true as const, said }, { headers: await bearCookies(undefined, cookies) });
}

async function bearCookies(notice: Notice | undefined, cookies: readonly string[]): Promise<Headers> {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (notice) headers.append("Set-Cookie", await leaveNotice(notice));
  return headers;
}
