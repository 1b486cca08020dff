import type { Submission, SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import { listFormMessages, type Refusal } from "../../contract/reply";
import { type Notice, setNotice } from "./notice.server";

/**
 * The response to a form that failed validation: 400 with the typed values and the errors.
 * @param fieldErrors errors that the form's schema doesn't find, such as those of its files
 */
export function replyInvalid(submission: Submission<unknown, string[]>, fieldErrors: Record<string, string[]> = {}) {
  return data(submission.reply({ fieldErrors, hideFields: listHiddenFields(submission) }), { status: 400 });
}

/**
 * The response to a form that the upstream refused: its messages at the fields they belong to, the others above the form
 * (§8.1).
 * @param fieldNames names of the form's fields; a message for any other field is shown above the form
 * @param renamed the form's names of fields that the upstream names differently, by the upstream's name
 */
export function replyRefused(
  submission: Submission<unknown, string[]>,
  refusal: Refusal,
  fieldNames: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
) {
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const [wire, message] of Object.entries(refusal.fields)) {
    const field = renamed[wire] ?? wire;
    if (fieldNames.includes(field)) fieldErrors[field] = [...(fieldErrors[field] ?? []), message];
    else formErrors.push(message);
  }
  const placed = [...formErrors, ...Object.values(fieldErrors).flat()].join("\n");
  formErrors.push(...listFormMessages(refusal).filter((message) => !placed.includes(message)));
  if (formErrors.length === 0 && Object.keys(fieldErrors).length === 0) formErrors.push(...refusal.message.split("\n"));
  const result: SubmissionResult<string[]> = submission.reply({
    fieldErrors,
    formErrors: [...new Set(formErrors)],
    hideFields: listHiddenFields(submission),
  });
  return data(result, { status: refusal.status >= 400 ? refusal.status : 422 });
}

/** The response to a form that the portal itself refuses: 422 with a message above the form. */
export function replyError(submission: Submission<unknown, string[]>, message: string) {
  return data(submission.reply({ formErrors: [message], hideFields: listHiddenFields(submission) }), { status: 422 });
}

const SECRET_FIELDS = ["password", "current_password", "new_password", "new_password_confirm", "code"];
/** Twice the longest field of any form. Nobody has typed a longer value, and it would only swell the page. */
const LONGEST_VALUE = 10_000;

/** The fields whose values aren't sent back to the browser: secrets, and what is too long for any field. */
export function listHiddenFields({ payload }: Submission<unknown, string[]>): string[] {
  const isTooLong = (value: unknown) => typeof value === "string" && value.length > LONGEST_VALUE;
  const tooLong = Object.keys(payload).filter((name) => [payload[name]].flat().some(isTooLong));
  return [...SECRET_FIELDS, ...tooLong];
}

/**
 * The response to a form that succeeded: 303 to the next page, which shows the notice.
 * @param cookies `Set-Cookie` values; null: one that there is nothing to set in
 */
export async function redirectWithNotice(
  to: string,
  notice?: Notice,
  cookies: readonly (string | null)[] = [],
): Promise<Response> {
  return redirect(to, { status: 303, headers: await cookieHeaders(notice, cookies) });
}

/**
 * Like `redirectWithNotice`, but a form that a fetcher has sent (it has a field `stay`) gets JSON and the page only
 * revalidates. The notice travels in that JSON and not in its cookie: of two revalidations at once the router discards one,
 * and the notice would be lost with it.
 */
export async function redirectOrStay(
  form: FormData,
  to: string,
  notice?: Notice,
  cookies: readonly (string | null)[] = [],
) {
  if (!form.has("stay")) return redirectWithNotice(to, notice, cookies);
  return data({ done: true as const, notice }, { headers: await cookieHeaders(undefined, cookies) });
}

async function cookieHeaders(notice: Notice | undefined, cookies: readonly (string | null)[]): Promise<Headers> {
  const headers = new Headers();
  for (const cookie of cookies) if (cookie !== null) headers.append("Set-Cookie", cookie);
  if (notice) headers.append("Set-Cookie", await setNotice(notice));
  return headers;
}
