import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { profile, type User } from "../../contract/accounts";
import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { RETRY_LATER_STATUSES } from "../../contract/reply";
import type { Caller, CallOptions } from "../../contract/request";
import { type Participant, participantOf } from "../../contract/values";
import {
  type Answer,
  call,
  download,
  fetchMedia,
  SessionGone,
  settleFate,
  UpstreamOutage,
} from "../upstream/client.server";
import { type GuardedPath, PROFILE_PATH, routeAccess } from "./access";
import { endSession, readSession, type Session } from "./session.server";

export type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

/** One visit of one person to one address: who it is, and calls on that person's behalf. */
export interface Visit {
  readonly session: Session | null;
  /** Makes a call; an outage or a lost session leaves the page by a thrown redirect (§2.5.3, §4.1). */
  call<D extends CallDescriptor>(
    descriptor: D,
    input: CallInput<D>,
    options?: CallOptions,
  ): Promise<Answer<CallReply<D>>>;
  /** The same for a loader that can't do without the result: a refusal becomes a thrown response. */
  read<D extends CallDescriptor>(descriptor: D, input: CallInput<D>): Promise<CallReply<D>>;
  /** Passes a file of the upstream through. */
  download<D extends CallDescriptor>(descriptor: D, input: CallInput<D>): Promise<Answer<Response>>;
  media(name: string): Promise<Response | null>;
  /** Gives other upstream work, such as kept content, the same end: an outage leaves the page. */
  settle<T>(work: Promise<T>): Promise<T>;
  /** For calls made while the page stays (look-ups, polls): throws SessionGone and UpstreamOutage themselves. */
  readonly caller: Caller;
}

/** A visit of somebody who is logged in and may be here. */
export interface ParticipantVisit extends Visit {
  readonly session: Session;
  readonly user: User;
  readonly participant: Participant;
}

/** Opens the visit behind a loader's or an action's arguments. */
export async function openVisit(args: RouteArgs): Promise<Visit> {
  const { request } = args;
  const session = await readSession(request);
  const caller: Caller = {
    token: session?.token,
    requestId: request.headers.get("X-Request-Id") ?? undefined,
    address: request.headers.get("X-Client-Address") ?? undefined,
  };
  const settled = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw settleFate(error, endSession());
    }
  };
  return {
    session,
    caller,
    call: (descriptor, input, options) => settled(call(descriptor, input, caller, options)),
    async read(descriptor, input) {
      const answer = await settled(call(descriptor, input, caller));
      if (answer.ok) return answer.result;
      throw new Response(answer.refusal.message, { status: answer.refusal.status < 400 ? 422 : answer.refusal.status });
    },
    download: (descriptor, input) => settled(download(descriptor, input, caller)),
    media: (name) => settled(fetchMedia(name, caller)),
    settle: settled,
  };
}

const users = new WeakMap<object, Promise<User | null>>();

/**
 * The logged-in participant, or null for a guest. Asked once per request, however many loaders want to know: they share
 * the request's context. A refused profile ends the session (§4.1); an outage does not, nor does "not now".
 */
export function loadUser(args: RouteArgs, visit: Visit): Promise<User | null> {
  if (!visit.session) return Promise.resolve(null);
  const key: object = args.context;
  let user = users.get(key);
  if (!user) {
    user = visit.call(profile, {}).then((answer) => {
      if (answer.ok) return answer.result;
      const { status } = answer.refusal;
      throw settleFate(
        RETRY_LATER_STATUSES.includes(status) ? new UpstreamOutage(profile.path, "status") : new SessionGone(),
        endSession(),
      );
    });
    users.set(key, user);
  }
  return user;
}

/** `requiresGuest` (§2.1.2): a logged-in participant goes to the profile. */
export async function requireGuest(args: RouteArgs): Promise<Visit> {
  const visit = await openVisit(args);
  if (visit.session) throw redirect(PROFILE_PATH);
  return visit;
}

/**
 * `requiresAuth` and the roles of the route table (§2.1.2, §2.1.3): a guest goes to /, a participant of another role to
 * the profile. The role is the session's, so the guard costs no call; the upstream checks by itself.
 */
export async function requireSession(args: RouteArgs, path: GuardedPath): Promise<Visit & { session: Session }> {
  const visit = await openVisit(args);
  const { session } = visit;
  if (!session) throw redirect("/");
  const allowed: readonly string[] = routeAccess[path];
  if (!allowed.includes(session.role)) throw redirect(PROFILE_PATH);
  return { ...visit, session };
}

/** As `requireSession`, with the participant's profile. */
export async function requireParticipant(args: RouteArgs, path: GuardedPath): Promise<ParticipantVisit> {
  const visit = await requireSession(args, path);
  const user = await loadUser(args, visit);
  if (!user) throw redirect("/");
  return { ...visit, user, participant: participantOf(user.promo_group.system_name, user.is_system) };
}

/** Somebody logged in, whatever the role: for forms that stand on many pages. */
export async function requireAnyParticipant(args: RouteArgs): Promise<ParticipantVisit> {
  return requireParticipant(args, "/dashboard/profile");
}
