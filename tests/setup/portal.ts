import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Logger } from "pino";
import { setUpstreamUrl } from "../../app/lib/configuration.server";
import { profile } from "../../contract/accounts";
import type { Role } from "../../contract/values";
import { fetchWithin } from "../../server/fetch-within";
import type { TestClub } from "./club";
import { keepPortalModules, openPortalModules } from "./portal-modules";

/** A line of the portal's log: its fields, its level and its message. */
export type LogLine = Readonly<Record<string, unknown>>;

export interface TestPortal {
  /** The Remix build, for a test that starts a server with it. */
  build: ServerBuild;
  /** Handles a request for a page, a form or a client navigation like the portal's server, without its middleware. */
  ask(pathname: string, init?: RequestInit, context?: AppLoadContext): Promise<Response>;
  /** Logs in and returns the `Cookie` header of the session. */
  logIn(login: string, password?: string): Promise<string>;
  /** Returns what the portal has logged as a warning or an error since the last time. */
  takeLog(): LogLine[];
  close(): Promise<void>;
}

/** What a portal asks: a test club, or what stands for it. */
export interface PortalUpstream extends Pick<TestClub, "origin" | "logIn" | "ask"> {
  /** Answers the calls to an origin of this process without the network, as a server does that has portal and club. */
  readonly within?: TestClub["within"];
}

const ORIGIN = "http://127.0.0.1:3000";

/**
 * Opens the whole portal with its upstream. One per test file. It makes the calls of the specification only, unless the upstream
 * has `extensions`. They go over the network where something stands between portal and club.
 */
export async function openTestPortal(club: PortalUpstream, { extensions = false } = {}): Promise<TestPortal> {
  process.env.LOG_LEVEL ??= "silent";
  process.env.SESSION_SECRETS = "tests-tests-tests-tests-tests-tests-tests";
  setUpstreamUrl(club.origin, { extensions });
  const modules = openPortalModules();
  const build = (await modules.import("virtual:remix/server-build")) as ServerBuild;
  const session = (await modules.import(
    "/app/session/session.server.ts",
  )) as typeof import("../../app/session/session.server");
  const { log } = (await modules.import("/app/lib/log.server.ts")) as typeof import("../../app/lib/log.server");
  keepPortalModules();
  const lines = keepLines(log());
  const handle = createRequestHandler(build, "production");
  const { within } = club;
  const fetchUpstream = within?.origin === club.origin ? fetchWithin(within.answer) : undefined;
  return {
    build,
    ask: (pathname, init, context) => handle(new Request(ORIGIN + pathname, init), { fetchUpstream, ...context }),
    async logIn(login, password) {
      const token = await club.logIn(login, password);
      const user = await club.ask(profile, {}, { token });
      const role: Role = user.promo_group.system_name;
      const cookies = (await session.startSession({ token, userId: user.id, role })) ?? [];
      return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
    },
    takeLog: () => lines.splice(0),
    close: () => modules.close(),
  };
}

/** A portal before the club with its extensions, and one that makes the calls of the specification only. */
export interface BothPortals {
  portal: TestPortal;
  specified: TestPortal;
  close(): Promise<void>;
}

/** Opens both portals with one club, or what stands for it. The settings of the process are then those with extensions. */
export async function openBothPortals(club: PortalUpstream): Promise<BothPortals> {
  const specified = await openTestPortal(club);
  const portal = await openTestPortal(club, { extensions: true });
  return {
    portal,
    specified,
    async close() {
      await portal.close();
      await specified.close();
    },
  };
}

/** Keeps the warnings and errors of a log, at any level of it. They go on to where they are written as before. */
function keepLines(logger: Logger): LogLine[] {
  const lines: LogLine[] = [];
  for (const level of ["warn", "error"] as const) {
    const write = logger[level].bind(logger);
    logger[level] = (fields: object, message?: string) => {
      lines.push({ ...fields, level, message });
      write(fields, message);
    };
  }
  return lines;
}
