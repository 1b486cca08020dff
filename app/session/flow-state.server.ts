import { redirect } from "@remix-run/node";
import { z } from "zod";
import { findInvite } from "../../contract/invites";
import { registrationRoles } from "../../contract/values";
import { log } from "../lib/log.server";
import { clearCookie, LONGEST_VALUE, readCookie, writeCookie } from "./cookie.server";
import { setNotice } from "./notice.server";
import { sealValue, unsealValue } from "./seal.server";
import { openVisit, type RouteArgs } from "./visit.server";

const TEN_MINUTES = 10 * 60;
const HALF_HOUR = 30 * 60;
const DAY = 24 * 60 * 60;

/** What the query of an address, or a form, brings and a later page needs. Each flow keeps its state in a sealed cookie of its own. */
const flows = {
  recovery: { seconds: HALF_HOUR, value: z.object({ check_word: z.string(), email: z.string() }) },
  unsubscribe: { seconds: HALF_HOUR, value: z.object({ id: z.string(), hash: z.string() }) },
  entry: { seconds: HALF_HOUR, value: z.object({ token: z.string() }) },
  /** The phone that was confirmed last, with which its owner logs in next. */
  confirmed: { seconds: HALF_HOUR, value: z.object({ phone: z.string() }) },
  /** The invitation or referral that a person registers with, and the role that it is for. */
  origin: {
    seconds: DAY,
    value: z.object({
      role: z.enum(registrationRoles),
      inviteId: z.string().optional(),
      referralId: z.string().optional(),
    }),
  },
  /** The reply to refused documents, as conform has it, and whose documents they are. */
  documents: { seconds: TEN_MINUTES, value: z.object({ userId: z.string(), reply: z.string() }) },
} as const;

export type Flow = keyof typeof flows;
type FlowState<F extends Flow> = z.output<(typeof flows)[F]["value"]>;

/**
 * The `Set-Cookie` value that stores the state of a flow. One that is longer than a cookie is logged and not stored: the page says
 * then that the link is no longer valid.
 */
export async function setFlowState<F extends Flow>(flow: F, value: FlowState<F>): Promise<string> {
  const cookie = await sealFlowState(flow, value);
  if (!cookie) log().error({ cookie: flow }, "what an address or a form brought is too long for its cookie");
  return cookie ?? clearFlowState(flow);
}

/** The same, or null for a state that is longer than a cookie. */
export async function sealFlowState<F extends Flow>(flow: F, value: FlowState<F>): Promise<string | null> {
  const { seconds } = flows[flow];
  const sealed = await sealValue(flow, value, seconds);
  return sealed.length > LONGEST_VALUE ? null : writeCookie(flow, sealed, { maxAge: seconds });
}

/** The state of a flow; null when there is none or it has expired. */
export async function readFlowState<F extends Flow>(request: Request, flow: F): Promise<FlowState<F> | null> {
  const sealed = readCookie(request, flow);
  if (!sealed) return null;
  const parsed = flows[flow].value.safeParse(await unsealValue(flow, sealed));
  return parsed.success ? (parsed.data as FlowState<F>) : null;
}

/** The `Set-Cookie` value that deletes the state of a flow. */
export function clearFlowState(flow: Flow): string {
  return clearCookie(flow);
}

/**
 * Handles the query parameters of the home page (§2.4): redirects to the page that serves them and moves the secret from the
 * address into a cookie. Returns when there is nothing to do. Invitations and referrals are ignored for logged-in
 * participants.
 *
 * @throws a redirect
 */
export async function redirectByQuery(args: RouteArgs): Promise<void> {
  const { searchParams } = new URL(args.request.url);
  const read = (name: string) => searchParams.get(name)?.trim() || undefined;
  const [token, checkWord, email] = [read("token"), read("check_word"), read("email")];
  if (token) throw await redirectWithState("/entry", "entry", { token });
  if (checkWord && email) {
    throw await redirectWithState("/recovery/password", "recovery", { check_word: checkWord, email });
  }
  if (read("id") && read("hash")) throw await redirectToUnsubscribe(searchParams);
  await redirectToRegistration(args, read("invite"), read("referral"), read("role"));
}

/** Redirects to the page with the unsubscribe button and moves id and hash from the address into a cookie (§2.4.4). */
export async function redirectToUnsubscribe(searchParams: URLSearchParams): Promise<Response> {
  const [id, hash] = [searchParams.get("id")?.trim(), searchParams.get("hash")?.trim()];
  return id && hash ? redirectWithState("/unsubscribe", "unsubscribe", { id, hash }) : redirect("/unsubscribe", 303);
}

async function redirectToRegistration(args: RouteArgs, inviteId?: string, referralId?: string, role?: string) {
  if (!inviteId && !referralId) return;
  const visit = await openVisit(args);
  if (visit.session) return;
  if (inviteId) {
    const answer = await visit.call(findInvite, { id: inviteId });
    if (!answer.ok) throw await redirectWithReason(answer.refusal.message);
    const target = findRole(answer.result.target_promo_group_system_name);
    if (!target) throw await redirectWithReason("Оно не для менеджера по продажам и не для магазина или автосервиса.");
    throw await redirectWithState(`/register/${target}`, "origin", { role: target, inviteId });
  }
  const target = findRole(role);
  if (target) throw await redirectWithState(`/register/${target}`, "origin", { role: target, referralId });
}

function findRole(name: string | undefined) {
  return registrationRoles.find((role) => role === name);
}

/** §2.4.1: an invitation that can't be used leads home, and says why. */
async function redirectWithReason(text: string): Promise<Response> {
  const notice = { kind: "warning", title: "Приглашение не открылось", text } as const;
  return redirect("/", { status: 303, headers: { "Set-Cookie": await setNotice(notice) } });
}

async function redirectWithState<F extends Flow>(to: string, flow: F, value: FlowState<F>): Promise<Response> {
  return redirect(to, { status: 303, headers: { "Set-Cookie": await setFlowState(flow, value) } });
}
