import type { IncomingMessage } from "node:http";
import type { AppLoadContext } from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler } from "express";
import { isForAllGuests, isRevalidated } from "../../app/document/cache";
import { findUnrendered, type UnrenderedPage } from "../../app/document/remix-internals";
import { COMMON_HEADERS, mayHaveForeignOpener, STRICT_TRANSPORT } from "../../app/document/security-headers";
import { getLoadContext } from "../load-context";
import { type Compress, chooseEncoding, createBodies, type Encoding, recallEncoding } from "./encodings";
import {
  type FindPage,
  GUESTS_HOME,
  type GuestIdentity,
  identifyGuestPage,
  identifyState,
  mayKeepState,
  tagOf,
} from "./identity";
import { makeGuestRequest, makeRequest, type RenderPage } from "./render";
import type { GuestPage, GuestResult, PageSource, PageStore, StatePage } from "./store";
import { type Answer, writeAnswer } from "./write";

declare global {
  namespace Express {
    interface Locals {
      /** Which of the ways to a page has answered, for the access log. */
      pageSource?: PageSource;
    }
  }
}

export interface DeskParts {
  /** Runs the loaders of a page, an action or a client navigation. */
  readonly render: RenderPage;
  readonly findPage: FindPage;
  readonly store: PageStore;
  /** Names the build: another one may render the same state in another way. */
  readonly release: string;
  /** Whether visitors come by https. */
  readonly secure: boolean;
  /** The header in which guests' pages are public; `Cache-Control` when left out. */
  readonly guestCacheHeader?: string | undefined;
  /** Compresses guests' pages; zlib when left out. */
  readonly compress?: Compress;
}

/** A guest's page that can be sent without any question. */
export interface ReadyPage {
  /** The pattern of its route. */
  readonly pattern: string;
  readonly answer: Answer;
}

export interface GuestPages {
  /** Answers guests as middleware of the portal. */
  readonly handle: RequestHandler;
  findReady(req: IncomingMessage): ReadyPage | undefined;
  /** Whether there is a page in memory for this guest. */
  isKept(req: IncomingMessage): boolean;
  /** Whether guests get the home page while the upstream is down. */
  servesInOutage(): boolean;
}

/** Answers whatever Remix answers, with a page that is kept wherever it is the same. docs/caching.md explains it. */
export interface PageDesk {
  /** Guests, by their address. */
  readonly guests: GuestPages;
  /** Everybody, by the state that the loaders return. */
  readonly everybody: RequestHandler;
}

export function createPageDesk(parts: DeskParts): PageDesk {
  return { guests: serveGuests(parts), everybody: serveEverybody(parts) };
}

function serveGuests({ findPage, store, ...parts }: DeskParts): GuestPages {
  return {
    async handle(req, res, next) {
      const identity = identifyGuestPage(req, findPage);
      if (!identity) return next();
      const context = getLoadContext(req, res);
      const make = (known?: GuestPage) => makeGuestPage(parts, identity, context, known);
      const result = await store.openGuestPage(identity, make).catch(() => "personal" as const);
      if (result === "personal") return next();
      const encoding = chooseEncoding(req);
      const body = await result.page.bodies.make(encoding);
      res.locals.pageSource = result.source;
      await writeAnswer(req, res, describeAnswer(req, result.page, encoding, body));
    },
    findReady(req) {
      const encoding = recallEncoding(req.headers["accept-encoding"]);
      const identity = encoding && identifyGuestPage(req, findPage);
      const page = identity && store.findFresh(identity);
      const body = page && encoding && page.bodies.find(encoding);
      return body && { pattern: identity.pattern, answer: describeAnswer(req, page, encoding, body) };
    },
    isKept(req) {
      const identity = identifyGuestPage(req, findPage);
      return identity !== undefined && store.lastsThroughOutage(identity);
    },
    servesInOutage: () => store.lastsThroughOutage(GUESTS_HOME),
  };
}

/**
 * Makes a page from its address alone, so that it is the same for every guest. Only what is public by its own header and
 * sets no cookie is a guest's page.
 * @throws when the upstream is down, so that the page that is kept stays
 */
async function makeGuestPage(
  { render, release, secure, guestCacheHeader, compress }: Omit<DeskParts, "findPage" | "store">,
  identity: GuestIdentity,
  context: AppLoadContext,
  known: GuestPage | undefined,
): Promise<GuestResult> {
  const response = await render(makeGuestRequest(identity), { ...context, rendersPages: true });
  const { headers, status } = response;
  if (status >= 500 || headers.get("Location")?.endsWith("/500.html")) throw new Error("the upstream is down");
  const unrendered = findUnrendered(response);
  if (!unrendered || status !== 200 || !isForAllGuests(headers, guestCacheHeader)) return "personal";
  const etag = tagOf(identifyState(release, unrendered));
  for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
  if (secure) headers.set("Strict-Transport-Security", STRICT_TRANSPORT);
  const sent = { etag, headers: [...headers], prepared: new Map<string, readonly string[]>() };
  if (known?.etag === etag) return { page: { ...known, ...sent }, source: "same-state" };
  const { html, policy } = unrendered.render();
  const plain = Buffer.from(html);
  const bodies = createBodies(plain, identity.isPlain, compress);
  return { page: { ...sent, policy, size: plain.length, bodies }, source: "rendered" };
}

/** A guest's page as this visitor gets it. Its headers are put together once for each kind of visitor. */
function describeAnswer({ headers }: IncomingMessage, page: GuestPage, encoding: Encoding, body: Buffer): Answer {
  const isCutOff = mayHaveForeignOpener(headers["sec-fetch-site"]);
  const kind = `${encoding} ${body.length} ${isCutOff}`;
  const prepared = page.prepared.get(kind) ?? [
    ...["Content-Security-Policy", page.policy],
    ...page.headers.flatMap(([name, value]) => {
      if (name === "cross-origin-opener-policy" && !isCutOff) return [];
      // One line: nginx 1.22 keeps only the first of several.
      return [name, name === "vary" ? `${value}, Accept-Encoding` : value];
    }),
    ...(encoding === "identity" ? [] : ["Content-Encoding", encoding]),
    ...["Content-Length", String(body.length)],
  ];
  page.prepared.set(kind, prepared);
  return { status: 200, headers: prepared, etag: page.etag, body };
}

function serveEverybody({ render, findPage, store, release }: DeskParts): RequestHandler {
  /** @returns undefined when it can't be rendered */
  const findOrRender = (req: ExpressRequest, unrendered: UnrenderedPage, key: string) => {
    const known = store.findState(key);
    if (known) return { page: known, source: "same-state" } as const;
    const rendered = tryToRender(unrendered);
    if (rendered && mayKeepState(req, findPage)) store.keepState(key, rendered);
    return rendered && ({ page: rendered, source: "rendered" } as const);
  };
  return async (req, res, next) => {
    try {
      const context = getLoadContext(req, res);
      const response = await render(makeRequest(req, res), { ...context, rendersPages: true });
      const unrendered = findUnrendered(response);
      if (!unrendered) return await writeAnswer(req, res, passOn(response, res.locals));
      const key = identifyState(release, unrendered);
      const found = findOrRender(req, unrendered, key);
      // Asked once more to render it by itself, Remix reports the error and shows the page's error boundary.
      if (!found) return await writeAnswer(req, res, passOn(await render(makeRequest(req, res), context), res.locals));
      const { page, source } = found;
      res.locals.pageSource = source;
      const { status, headers } = response;
      await writeAnswer(req, res, {
        status,
        headers: [
          ...[...headers].flat(),
          ...["Content-Security-Policy", page.policy],
          // The compression decides what the length of the page would be that HEAD asks about.
          ...(req.method === "HEAD" ? [] : ["Content-Length", String(page.body.length)]),
        ],
        etag: isRevalidated(status, headers) ? tagOf(key) : undefined,
        body: page.body,
      });
    } catch (error) {
      next(error);
    }
  };
}

function tryToRender(unrendered: UnrenderedPage): StatePage | undefined {
  try {
    const { html, policy } = unrendered.render();
    return { body: Buffer.from(html), policy };
  } catch {
    return undefined;
  }
}

/** A file, a redirect, data for a client navigation or the answer to a form, as it comes. */
function passOn({ status, statusText, headers, body }: Response, locals: Express.Locals): Answer {
  if (body && headers.get("Content-Type")?.startsWith("text/html")) locals.pageSource = "rendered";
  return { status, statusText, headers: [...headers].flat(), body };
}
