import type { Submission, SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { register } from "../../../contract/accounts";
import type { CallInput } from "../../../contract/call";
import { findInvite, findReferral } from "../../../contract/invites";
import { RETRY_LATER_STATUSES, type Refusal } from "../../../contract/reply";
import type { RegistrationRole } from "../../../contract/values";
import { clearFlowState, readFlowState } from "../../session/flow-state.server";
import type { Notice } from "../../session/notice.server";
import { listHiddenFields, type replyInvalid } from "../../session/reply.server";
import type { Visit } from "../../session/visit.server";
import { readLinks } from "../../upstream/content.server";
import { reportOutage } from "../../upstream/outage.server";
import { maskMailbox, startActivation } from "./activation.server";
import { listDistributorChoices } from "./distributors.server";
import type { RegistrationLink } from "./registration-link";

/** The invitation or referral that a person registers with (§2.4.1, §2.4.2). */
export interface Origin {
  link: RegistrationLink;
  /** What an invitation contains about the invited person. */
  known: { email: string; last_name: string; first_name: string; sur_name: string } | null;
  /** To whom the person belongs when nobody else is chosen (§3.2, §3.3); empty when the upstream doesn't tell. */
  inviterId: string;
  payload: { invite_id?: string; referral_from_user_id?: string };
}

/** The origin of a registration, or none: then `linkError` says why the link can't be used any more, or is empty. */
interface FoundOrigin {
  origin: Origin | null;
  linkError: string;
}

/** Looks up the invitation or referral link that the person has opened for this role. An outage is a redirect (§2.5.3). */
export async function loadOrigin(visit: Visit, request: Request, role: RegistrationRole): Promise<FoundOrigin> {
  const state = await readFlowState(request, "origin");
  if (state?.role !== role) return { origin: null, linkError: "" };
  if (state.inviteId) return loadInvite(visit, state.inviteId);
  if (state.referralId) return loadReferral(visit, state.referralId);
  return { origin: null, linkError: "" };
}

async function loadInvite(visit: Visit, inviteId: string): Promise<FoundOrigin> {
  const answer = await visit.call(findInvite, { id: inviteId });
  if (!answer.ok) return explainRefusedLink(visit, findInvite.path, answer.refusal);
  const { user_id, email, last_name, first_name, sur_name, inviter_name, is_manager } = answer.result;
  const origin: Origin = {
    link: { name: inviter_name, isFromManager: is_manager },
    known: { email, last_name, first_name, sur_name },
    inviterId: user_id,
    payload: { invite_id: inviteId },
  };
  return { origin, linkError: "" };
}

async function loadReferral(visit: Visit, referralId: string): Promise<FoundOrigin> {
  const answer = await visit.call(findReferral, { id: referralId });
  if (!answer.ok) return explainRefusedLink(visit, findReferral.path, answer.refusal);
  const { id, name, is_manager } = answer.result;
  const origin: Origin = {
    link: { name, isFromManager: is_manager },
    known: null,
    inviterId: id,
    payload: { referral_from_user_id: id || referralId },
  };
  return { origin, linkError: "" };
}

/** A link may be refused only for the moment, as by a limit of requests: then it isn't given up. */
async function explainRefusedLink(visit: Visit, call: string, { status, message }: Refusal): Promise<FoundOrigin> {
  if (RETRY_LATER_STATUSES.includes(status)) {
    await visit.handleErrors(Promise.reject(reportOutage(call, "status", visit.caller, { status })));
  }
  return { origin: null, linkError: message };
}

/** What both registration pages show: distributors, links to the two documents, and the link that was opened. */
export async function loadRegistrationView(visit: Visit, request: Request, role: RegistrationRole) {
  const [distributors, links, { origin, linkError }] = await Promise.all([
    listDistributorChoices(visit),
    visit.optional(readLinks(visit.caller)),
    loadOrigin(visit, request, role),
  ]);
  return {
    distributors,
    links: { policy: links?.privacy_policy || "/", dataAgreement: links?.personal_data_consent || "/" },
    link: origin?.link ?? null,
    linkError,
    known: origin?.known ?? null,
  };
}

/** The response with the view of a registration page. A link that can't be used any more is told once and forgotten. */
export function sendRegistrationView<View extends { linkError: string }>(view: View) {
  return data(view, view.linkError ? { headers: { "Set-Cookie": clearFlowState("origin") } } : undefined);
}

/** The id of the person to whom a registration belongs: whoever was chosen, else the inviter or referrer (§3.2, §3.3). */
export function relateTo(chosenId: string, origin: Origin | null): string[] {
  const id = chosenId || origin?.inviterId;
  return id ? [id] : [];
}

/**
 * The fields at which the form can show a refusal's messages: an invited person's form has no choice of the distributor.
 */
export function listShownFields(rules: Readonly<Record<string, unknown>>, origin: Origin | null): string[] {
  return Object.keys(rules).filter((name) => name !== "curator" || !origin);
}

/**
 * The reply to a form whose link can't be used any more: nothing typed is lost, and the page is loaded again without the
 * link (see `shouldRevalidate`).
 */
export function replyLinkGone(submission: Submission<unknown, string[]>, linkError: string) {
  const message = `${linkError} Проверьте анкету и отправьте её ещё раз, уже без приглашения.`;
  const reply: SubmissionResult<string[]> & { isLinkGone: true } = {
    ...submission.reply({ formErrors: [message], hideFields: listHiddenFields(submission) }),
    isLinkGone: true,
  };
  return data(reply, { status: 422, headers: { "Set-Cookie": clearFlowState("origin") } });
}

/** Adds the results of the look-ups to the reply to a registration form. */
export function withLookupResult<Result>({ data: result, init }: ReturnType<typeof replyInvalid>, lookup: Result) {
  return data({ ...result, lookup }, init ?? undefined);
}

/**
 * Registers a person and sends the activation code (§4.8). If the code can't be sent, the registration stays valid, the notice
 * says so, and the next page can send the code again.
 */
export async function registerPerson(
  visit: Visit,
  input: CallInput<typeof register>,
): Promise<{ ok: true; cookies: string[]; notice: Notice | undefined } | { ok: false; refusal: Refusal }> {
  const answer = await visit.call(register, input);
  if (!answer.ok) return answer;
  const { cookie, refusal } = await startActivation(visit, input.phone, maskMailbox(input.email));
  const notice: Notice | undefined = refusal
    ? { kind: "error", title: "Анкета принята, но код не отправлен", text: refusal.message }
    : undefined;
  return { ok: true, cookies: [cookie, clearFlowState("origin")], notice };
}
