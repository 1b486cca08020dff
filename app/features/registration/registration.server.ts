import { data } from "@remix-run/node";
import { register } from "../../../contract/accounts";
import type { CallInput } from "../../../contract/call";
import { findInvite, findReferral } from "../../../contract/invites";
import type { Refusal } from "../../../contract/reply";
import { clearFlowState, readFlowState } from "../../session/flow-state.server";
import type { Notice } from "../../session/notice.server";
import type { replyInvalid } from "../../session/reply.server";
import { runLookup } from "../../session/run-lookup.server";
import type { Visit } from "../../session/visit.server";
import { readLinks } from "../../upstream/content.server";
import { startActivation } from "./activation.server";
import { listDistributorChoices } from "./distributors.server";

/** The invitation or referral that a person registers with (§2.4.1, §2.4.2). */
export interface Origin {
  /** Name of the participant who referred the person; empty for an invitation, which doesn't contain it. */
  name: string;
  /** What an invitation contains about the invited person. */
  known: { email: string; last_name: string; first_name: string; sur_name: string } | null;
  payload: { invite_id?: string; referral_from_user_id?: string };
}

/** Looks up the invitation or referral that the person came with; null when there is none or it is no longer valid. */
export async function loadOrigin(visit: Visit, request: Request): Promise<Origin | null> {
  const origin = await readFlowState(request, "origin");
  if (origin?.inviteId) {
    const answer = await runLookup(visit, findInvite, { id: origin.inviteId });
    if (!answer.ok) return null;
    const { email, last_name, first_name, sur_name } = answer.result;
    const known = { email, last_name, first_name, sur_name };
    return { name: "", known, payload: { invite_id: origin.inviteId } };
  }
  if (origin?.referralId) {
    const answer = await runLookup(visit, findReferral, { id: origin.referralId });
    if (!answer.ok) return null;
    return { name: answer.result.name, known: null, payload: { referral_from_user_id: answer.result.id } };
  }
  return null;
}

/** What both registration pages show: distributors, links to the two documents, and the origin. */
export async function loadRegistrationView(visit: Visit, request: Request) {
  const [distributors, links, origin] = await Promise.all([
    listDistributorChoices(visit),
    visit.handleErrors(readLinks(visit.caller)),
    loadOrigin(visit, request),
  ]);
  return {
    distributors,
    links: { policy: links.privacy_policy || "/", dataAgreement: links.personal_data_consent || "/" },
    origin: origin?.name ?? null,
    known: origin?.known ?? null,
  };
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
  const { cookie, refusal } = await startActivation(visit, input.phone);
  const notice: Notice | undefined = refusal
    ? { kind: "error", title: "Анкета принята, но код не отправлен", text: refusal.message }
    : undefined;
  return { ok: true, cookies: [cookie, clearFlowState("origin")], notice };
}
