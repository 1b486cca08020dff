import { redirect } from "@remix-run/node";
import { z } from "zod";
import { findInvite } from "../../contract/invites";
import { dropCookie, readCookie, writeCookie } from "./cookie.server";
import { openSeal, sealValue } from "./seal.server";
import { openVisit, type RouteArgs } from "./visit.server";

const HALF_HOUR = 30 * 60;
const DAY = 24 * 60 * 60;

/** What an address brought along and a later page needs. It travels sealed, each subject in a cookie of its own. */
const handovers = {
  recovery: { seconds: HALF_HOUR, value: z.object({ check_word: z.string(), email: z.string() }) },
  unsubscribe: { seconds: HALF_HOUR, value: z.object({ id: z.string(), hash: z.string() }) },
  entry: { seconds: HALF_HOUR, value: z.object({ token: z.string() }) },
  /** Who invited or referred a person that is about to register; kept while the form is filled in. */
  origin: { seconds: DAY, value: z.object({ inviteId: z.string().optional(), referralId: z.string().optional() }) },
} as const;

type Subject = keyof typeof handovers;
type HandoverValue<S extends Subject> = z.output<(typeof handovers)[S]["value"]>;

export type RegistrationOrigin = HandoverValue<"origin">;

/** The `Set-Cookie` value that hands something over to a later page. */
export async function leaveHandover<S extends Subject>(subject: S, value: HandoverValue<S>): Promise<string> {
  const { seconds } = handovers[subject];
  return writeCookie(subject, await sealValue(value, seconds), { maxAge: seconds });
}

/** What was handed over, or null when nothing was or it is too old. */
export async function readHandover<S extends Subject>(request: Request, subject: S): Promise<HandoverValue<S> | null> {
  const sealed = readCookie(request, subject);
  if (!sealed) return null;
  const parsed = handovers[subject].value.safeParse(await openSeal(sealed));
  return parsed.success ? (parsed.data as HandoverValue<S>) : null;
}

/** The `Set-Cookie` value that forgets what was handed over. */
export function dropHandover(subject: Subject): string {
  return dropCookie(subject);
}

/**
 * Behaviour that the home address asks for (§2.4): leads to the page that serves it, with the secret out of the address.
 * Returns when the address asks for nothing; a logged-in participant has no use for invitations and referrals.
 *
 * @throws a redirect
 */
export async function followAddress(args: RouteArgs): Promise<void> {
  const { searchParams } = new URL(args.request.url);
  const read = (name: string) => searchParams.get(name)?.trim() || undefined;
  const [token, checkWord, email] = [read("token"), read("check_word"), read("email")];
  if (token) throw await handOver("/entry", "entry", { token });
  if (checkWord && email) throw await handOver("/recovery/password", "recovery", { check_word: checkWord, email });
  if (read("id") && read("hash")) throw await leadToUnsubscribe(searchParams);
  await followInvitation(args, read("invite"), read("referral"), read("role"));
}

/** Leads to the page with the button to unsubscribe, with the secret out of the address (§2.4.4). */
export async function leadToUnsubscribe(searchParams: URLSearchParams): Promise<Response> {
  const [id, hash] = [searchParams.get("id")?.trim(), searchParams.get("hash")?.trim()];
  return id && hash ? handOver("/unsubscribe", "unsubscribe", { id, hash }) : redirect("/unsubscribe", 303);
}

async function followInvitation(args: RouteArgs, inviteId?: string, referralId?: string, role?: string) {
  if (!inviteId && !referralId) return;
  const visit = await openVisit(args);
  if (visit.session) return;
  if (inviteId) {
    const answer = await visit.call(findInvite, { id: inviteId });
    if (!answer.ok) throw redirect("/", 303);
    const target = answer.result.target_promo_group_system_name;
    throw await handOver(`/register/${target}`, "origin", { inviteId });
  }
  if (role === "manager" || role === "member") throw await handOver(`/register/${role}`, "origin", { referralId });
}

async function handOver<S extends Subject>(to: string, subject: S, value: HandoverValue<S>): Promise<Response> {
  return redirect(to, { status: 303, headers: { "Set-Cookie": await leaveHandover(subject, value) } });
}
