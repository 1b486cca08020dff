import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { profile, type User } from "../../contract/accounts";
import { type CallDescriptor, type CallInput, type CallReply, isForRole } from "../../contract/call";
import { overview } from "../../contract/overviews";
import { RETRY_LATER_STATUSES } from "../../contract/reply";
import type { CallOptions } from "../../contract/request";
import { type Participant, participantOf } from "../../contract/values";
import { readConfiguration } from "../lib/configuration.server";
import { requestIdOf } from "../lib/load-context.server";
import type { UpstreamCaller } from "../upstream/caller.server";
import { type Answer, call, SessionGone } from "../upstream/client.server";
import { download } from "../upstream/download.server";
import { fetchMedia } from "../upstream/media.server";
import { reportOutage } from "../upstream/outage.server";
import { type GuardedPath, PROFILE_PATH, routeAccess } from "./access";
import { SESSION_ENDED_NOTICE, toErrorResponse } from "./error-response.server";
import { optional } from "./optional.server";
import { redirectWithNotice } from "./reply.server";
import { endSession, hasSessionEnded, readSession, type Session } from "./session.server";

export type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

/** One request: who makes it, and upstream calls on that person's behalf. */
export interface Visit {
  readonly session: Session | null;
  /** Makes a call. An outage or a lost session throws a redirect (§2.5.3, §4.1). */
  call<D extends CallDescriptor>(
    descriptor: D,
    input: CallInput<D>,
    options?: CallOptions,
  ): Promise<Answer<CallReply<D>>>;
  /** For loaders that need the result: like `call`, and a refusal throws an error response. */
  read<D extends CallDescriptor>(descriptor: D, input: CallInput<D>): Promise<CallReply<D>>;
  /**
   * For what only decorates a page: like `read`, but null when the role may not make the call, when the upstream refuses it,
   * in an outage of it, and when it takes too long.
   */
  callOptional<D extends CallDescriptor>(descriptor: D, input: CallInput<D>): Promise<CallReply<D> | null>;
  /** The same for other upstream work that only decorates a page, such as reading cached content. */
  optional<T>(work: Promise<T>): Promise<T | null>;
  /** Streams a file from the upstream. */
  download<D extends CallDescriptor>(descriptor: D, input: CallInput<D>): Promise<Answer<Response>>;
  /** A public picture or PDF of the upstream; null when there is none. @param path at the upstream */
  media(path: string): Promise<Response | null>;
  /** Turns the errors of other upstream work, such as reading cached content, into the same redirects. */
  handleErrors<T>(work: Promise<T>): Promise<T>;
  /** For direct calls of the upstream client, which throw SessionGone and UpstreamOutage. */
  readonly caller: UpstreamCaller;
}

/** The visit of a logged-in participant whose role may open the page. */
export interface ParticipantVisit extends Visit {
  readonly session: Session;
  readonly user: CurrentUser;
  readonly participant: Participant;
}

/** Real browsers have shorter names. */
const LONGEST_USER_AGENT = 300;

/** Creates the visit from the arguments of a loader or an action. */
export async function openVisit(args: RouteArgs): Promise<Visit> {
  const { request, context } = args;
  const session = await readSession(request);
  const caller: UpstreamCaller = {
    token: session?.token,
    requestId: requestIdOf(context),
    address: context.clientAddress,
    fetchUpstream: context.fetchUpstream,
    answerRead: context.answerRead,
    contentVersion: context.contentVersion,
    userAgent: request.headers.get("User-Agent")?.slice(0, LONGEST_USER_AGENT),
    recordCall: context.recordUpstreamCall,
    signal: request.signal,
    waitForVisitor: context.waitForVisitor,
  };
  const handleErrors = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw await toErrorResponse(error);
    }
  };
  return {
    session,
    caller,
    call: (descriptor, input, options) => handleErrors(call(descriptor, input, caller, options)),
    read: async (descriptor, input) => resultOf(await handleErrors(call(descriptor, input, caller))),
    async callOptional(descriptor, input) {
      if (session && !isForRole(descriptor, session.role)) return null;
      const answer = await handleErrors(optional(call(descriptor, input, caller)));
      return answer?.ok ? answer.result : null;
    },
    optional: (work) => handleErrors(optional(work)),
    download: (descriptor, input) => handleErrors(download(descriptor, input, caller)),
    media: (path) => handleErrors(fetchMedia(path, caller, request.headers)),
    handleErrors,
  };
}

/** The result of a call that a page can't do without. @throws an error response for a refusal */
export function resultOf<Result>(answer: Answer<Result>): Result {
  if (answer.ok) return answer.result;
  const { status, message } = answer.refusal;
  throw new Response(message, { status: status < 400 ? 422 : status });
}

/** The logged-in participant as every page needs them: without the people of the role. */
export type CurrentUser = CallReply<typeof overview>;

const currentUsers = new WeakMap<object, Promise<CurrentUser | null>>();
const profiles = new WeakMap<object, Promise<User | null>>();

/** Pages that show the people of the role: there the profile is all that is needed. */
const PAGES_WITH_PEOPLE = /^\/(?:dashboard\/profile|curator)\/?(?:\.data)?$/;

/** The logged-in participant, or null for a guest. */
export function loadUser(args: RouteArgs, visit: Visit): Promise<CurrentUser | null> {
  const hasPeople = PAGES_WITH_PEOPLE.test(new URL(args.request.url).pathname);
  if (hasPeople || !readConfiguration().upstreamExtensions) return loadProfile(args, visit);
  return loadOnce(currentUsers, overview, args, visit);
}

/** The profile of the logged-in participant with the people of the role, or null for a guest. */
export function loadProfile(args: RouteArgs, visit: Visit): Promise<User | null> {
  return loadOnce(profiles, profile, args, visit);
}

/**
 * Makes a call once per request: the loaders of a request share its context object, which is the cache key. A refusal ends the
 * session (§4.1), unless the call may be made again later.
 */
function loadOnce<D extends typeof overview | typeof profile>(
  loaded: WeakMap<object, Promise<CallReply<D> | null>>,
  descriptor: D,
  { context }: RouteArgs,
  visit: Visit,
): Promise<CallReply<D> | null> {
  if (!visit.session) return Promise.resolve(null);
  const started =
    loaded.get(context) ??
    visit.call(descriptor, {} as CallInput<D>).then(async (answer) => {
      if (answer.ok) return answer.result;
      const { status } = answer.refusal;
      throw await toErrorResponse(
        RETRY_LATER_STATUSES.includes(status)
          ? reportOutage(descriptor.path, "status", visit.caller, { status })
          : new SessionGone(),
      );
    });
  loaded.set(context, started);
  return started;
}

/** `requiresGuest` (§2.1.2): a logged-in participant is redirected to the profile. */
export async function requireGuest(args: RouteArgs): Promise<Visit> {
  const visit = await openVisit(args);
  if (visit.session) throw redirect(PROFILE_PATH);
  return visit;
}

/**
 * `requiresAuth` and the roles of the route table (§2.1.2, §2.1.3): a guest is redirected to /, with a notice where the
 * session has ended lately, and a participant of another role to the profile. The role is read from the session, so the
 * guard makes no call; the upstream checks the role itself.
 */
export async function requireSession(args: RouteArgs, path: GuardedPath): Promise<Visit & { session: Session }> {
  const visit = await openVisit(args);
  const { session } = visit;
  if (!session)
    throw hasSessionEnded(args.request)
      ? await redirectWithNotice("/", SESSION_ENDED_NOTICE, endSession())
      : redirect("/");
  const allowed: readonly string[] = routeAccess[path];
  if (!allowed.includes(session.role)) throw redirect(PROFILE_PATH);
  return { ...visit, session };
}

/** Like `requireSession`, and loads the participant. */
export async function requireParticipant(args: RouteArgs, path: GuardedPath): Promise<ParticipantVisit> {
  const visit = await requireSession(args, path);
  const user = await loadUser(args, visit);
  if (!user) throw redirect("/");
  return { ...visit, user, participant: participantOf(user.promo_group.system_name, user.is_system) };
}

/** A logged-in participant of any role, for forms that appear on many pages. */
export async function requireAnyParticipant(args: RouteArgs): Promise<ParticipantVisit> {
  return requireParticipant(args, "/dashboard/profile");
}
