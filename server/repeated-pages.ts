import { hash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { Request as ExpressRequest } from "express";
import { LRUCache } from "lru-cache";
import { hasOnlyImpersonalCookies, isRevalidated } from "../app/document/cache";
import { CART_COOKIE } from "../app/lib/cart-cookie";
import { PREFETCH_HEADERS } from "../app/lib/prefetch-headers";
import { withinTime } from "../app/lib/within-time.server";
import { cookieName } from "../app/session/cookie.server";
import { OPTIONAL_WAIT_MS } from "../app/session/optional.server";
import { SESSION_COOKIE } from "../app/session/session.server";
import type { AnswerRead, Read, ReadReply } from "../contract/read";
import type { PortalLoadContext } from "./load-context";

/**
 * The pages that are repeated. Their loaders depend on nothing but the address, the cookies and the replies of the upstream, and
 * on the clock only where a minute doesn't matter.
 */
const REPEATED: ReadonlySet<string> = new Set([
  "/dashboard/sales",
  "/dashboard/points",
  "/dashboard/gifts",
  "/dashboard/profile",
  "/dashboard/profile/companies",
  "/dashboard/report",
  "/promo",
]);

const LIFETIME_MS = 60_000;
const MAX_BYTES = 4_000_000;

/** A page as it was sent. */
export interface SentPage {
  readonly headers: Headers;
  readonly body: Buffer;
}

/** A visit of one of these pages. */
export interface RepeatableVisit {
  /** The page that was sent before, when every reply that it depends on is still the same. */
  readonly page: SentPage | undefined;
  /** What the loaders are given. A reply that has just been compared isn't asked for again. */
  readonly context: Pick<AppLoadContext, "answerRead" | "fetchUpstream" | "repeatOnlyWhile">;
  /** Keeps the page that the loaders have made, when it may be repeated. */
  keep(response: Response, body: Buffer): void;
}

export interface RepeatedPages {
  /** @returns undefined when the page is never repeated */
  open(req: ExpressRequest, context: PortalLoadContext): Promise<RepeatableVisit | undefined>;
}

/** A read, and what was answered. */
interface KnownRead {
  readonly read: Read;
  readonly digest: string;
}

interface KeptPage extends SentPage {
  readonly reads: readonly KnownRead[];
  /** Whether what it depends on besides is still the same. */
  readonly conditions: readonly (() => boolean)[];
}

/**
 * Sends a participant's page again, without its loaders, when it is opened again within a minute. The reads that it was made from
 * are made anew, all at once, and every reply must be the same; the club checks the token with each of them. Pages are kept only
 * before a club in this process, and only for browsers with no other cookies than session, cart and those of no person: notices
 * and forms depend on more.
 * @param findPage the pattern of the page at a path
 */
export function createRepeatedPages(findPage: (pathname: string) => string | undefined): RepeatedPages {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: MAX_BYTES,
    ttl: LIFETIME_MS,
    sizeCalculation: ({ body }) => body.length,
  });
  return {
    async open(req, context) {
      const { answerRead, fetchUpstream } = context;
      if (!answerRead || !isRepeatable(req, findPage)) return undefined;
      const key = describeRequest(req);
      const known = pages.get(key);
      const kept = known?.conditions.every((isSame) => isSame()) ? known : undefined;
      // After that the loaders make the page, which know what can be left out of it.
      const answers = kept && (await withinTime(repeatReads(kept.reads, answerRead, context), OPTIONAL_WAIT_MS));
      if (kept && answers?.every(isSame)) {
        recordCalls(answers, context);
        return { page: kept, context: {}, keep() {} };
      }
      pages.delete(key);
      const compared = new Map(answers?.map(({ known, reply }) => [describeRead(known.read), reply]));
      const reads: KnownRead[] = [];
      const conditions: (() => boolean)[] = [];
      let unfinished = 0;
      let hasOthers = false;
      const loaderContext: RepeatableVisit["context"] = {
        repeatOnlyWhile: (isSame) => void conditions.push(isSame),
        async answerRead(read) {
          unfinished += 1;
          const reply = compared.get(describeRead(read)) ?? (await answerRead(read));
          unfinished -= 1;
          // Menu, links and rules are read without a token, once for everybody.
          if (read.caller.token) reads.push({ read, digest: digest(reply) });
          return reply;
        },
        ...(fetchUpstream && {
          fetchUpstream(request, options) {
            hasOthers = true;
            return fetchUpstream(request, options);
          },
        }),
      };
      const keep = ({ status, headers }: Response, body: Buffer) => {
        // A page that didn't wait for a reply was made without it.
        const followsFromReads = reads.length > 0 && unfinished === 0 && !hasOthers;
        if (!followsFromReads || !isRevalidated(status, headers)) return;
        pages.set(key, { headers, body, reads: [...reads], conditions });
      };
      return { page: undefined, context: loaderContext, keep };
    },
  };
}

function isRepeatable({ method, path, headers }: ExpressRequest, findPage: (path: string) => string | undefined) {
  if (method !== "GET" || path.endsWith(".data") || !hasOnlyKnownCookies(headers.cookie)) return false;
  if (PREFETCH_HEADERS.some((name) => headers[name] !== undefined)) return false;
  return REPEATED.has(findPage(path) ?? "");
}

/** Whether a `Cookie` header has a session, and besides it only a cart and cookies that identify no person. */
function hasOnlyKnownCookies(header = ""): boolean {
  const pairs = header.split(";");
  const names = pairs.map((pair) => pair.split("=", 1)[0]?.trim() ?? "");
  const [session, cart] = [cookieName(SESSION_COOKIE), cookieName(CART_COOKIE)];
  const others = pairs.filter((_, place) => names[place] !== session && names[place] !== cart);
  return names.includes(session) && hasOnlyImpersonalCookies(others.join(";"));
}

/** All of a request that its page and its reads may depend on. */
function describeRequest({ protocol, originalUrl, headers }: ExpressRequest): string {
  const { host, cookie, "save-data": saveData, "user-agent": userAgent } = headers;
  return JSON.stringify([protocol, host, originalUrl, cookie, saveData, userAgent]);
}

function describeRead({ path, values, rows }: Read): string {
  return JSON.stringify([path, values, rows]);
}

/** A read that has been made again. */
interface RepeatedRead {
  readonly known: KnownRead;
  readonly reply: ReadReply;
  readonly ms: number;
}

function repeatReads(
  reads: readonly KnownRead[],
  answerRead: AnswerRead,
  { requestId, clientAddress }: PortalLoadContext,
): Promise<RepeatedRead[]> {
  const started = performance.now();
  return Promise.all(
    reads.map(async (known) => {
      const { read } = known;
      const reply = await answerRead({ ...read, caller: { ...read.caller, requestId, address: clientAddress } });
      return { known, reply, ms: performance.now() - started };
    }),
  );
}

function isSame({ known, reply }: RepeatedRead): boolean {
  return known.digest === digest(reply);
}

/** Tells log and metrics of the calls, as loaders do of theirs. */
function recordCalls(answers: readonly RepeatedRead[], { recordUpstreamCall }: PortalLoadContext): void {
  for (const { known, reply, ms } of answers) {
    recordUpstreamCall({ name: `GET ${known.read.path}`, ms, outcome: reply.status === 200 ? "answer" : "refusal" });
  }
}

function digest({ status, body }: ReadReply): string {
  return `${status} ${hash("sha256", body, "base64")}`;
}
