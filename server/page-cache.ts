import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { AppLoadContext } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express";
import { LRUCache } from "lru-cache";
import { CONSENT_COOKIE, hasFlag, hasOnlyImpersonalCookies, LIGHT_COOKIE } from "../app/document/cache";
import { findCachedAddress } from "./cached-address";
import { getLoadContext } from "./load-context";
import { createReadyPages, type Encodings, type ReadyPages } from "./ready-pages";

export interface PageCacheOptions {
  /** Renders a page with Remix. */
  render: (request: Request, context: AppLoadContext) => Promise<Response>;
  /** The pattern of the page at this path, such as `/promo/:id`. */
  findPage: (pathname: string) => string | undefined;
  /** The clock in milliseconds; for tests. */
  now?: () => number;
}

/** A page younger than this is sent as it is; an older one is rendered again. `CACHE_CONTROL.guest` says the same. */
const FRESH_MS = 60_000;
/** Until this age the stale page is sent at once and renewed in the background; after it the visitor waits. */
const RENEW_IN_BACKGROUND_MS = 660_000;
/** Until this age a stale page is sent while the upstream is down. */
const SERVE_IN_OUTAGE_MS = 24 * 3_600_000;
/** About 90 KB each, in each of the two caches. */
const MAX_ENTRIES = 150;
/** The host of the requests that are rendered for the cache, because a visitor may write any Host. */
const HOST = "http://portal";

interface Page extends Encodings {
  headers: [string, string][];
  etag: string;
}

export interface GuestPages {
  /** Answers guests as middleware of the portal. */
  readonly handle: RequestHandler;
  /** Answers them before it, with what the portal has sent already. */
  readonly ready: ReadyPages;
  /** Whether guests get the home page while the upstream is down. */
  servesInOutage(): boolean;
}

/** The key of the home page of a guest without cookies. */
const HOME_KEY = " /";

/** The cached result for an address: its page, or the fact that the page is personal and comes from the portal. */
type Entry = Page | "personal";

type Rendering = () => Promise<Response>;

/**
 * Answers guests from memory. The request given to Remix is built from the address and the two cookies that a guest page
 * depends on, without the visitor's other headers and parameters, so that the page is the same for everybody. Only pages that
 * are public by their own `Cache-Control` and set no cookie are cached. Every other request goes on to the portal.
 */
export function createPageCache({ render, findPage, now = Date.now }: PageCacheOptions): GuestPages {
  // Addresses with ids and parameters, of which anybody can ask for as many as they like, never push out the others.
  const plain = createEntries(now);
  const varied = createEntries(now);
  const ready = createReadyPages();

  const handle: RequestHandler = async (req, res, next) => {
    const pattern = isCacheable(req) ? findPage(req.path) : undefined;
    const cached = pattern !== undefined ? findCachedAddress(req.originalUrl, pattern) : undefined;
    if (pattern === undefined || cached === undefined) return next();
    const entries = cached.isPlain ? plain : varied;
    const key = pageKey(req, cached.address);
    const age = ageOf(entries, key);
    const options = {
      context: () => render(impersonalRequest(req, cached.address), getLoadContext(req, res)),
      allowStale: age < RENEW_IN_BACKGROUND_MS,
      allowStaleOnFetchRejection: age < SERVE_IN_OUTAGE_MS,
    };
    const entry = await entries.fetch(key, options).catch(() => "personal" as const);
    if (entry === undefined || entry === "personal") return next();
    sendPage(req, res, entry);
    if (cached.address === req.originalUrl) {
      ready.remember(req, res, {
        encodings: entry,
        route: pattern,
        isCurrent: () => entries.peek(key) === entry && entries.getRemainingTTL(key) > 0,
      });
    }
  };
  const servesInOutage = () => {
    const home = plain.peek(HOME_KEY, { allowStale: true });
    return home !== undefined && home !== "personal" && ageOf(plain, HOME_KEY) < SERVE_IN_OUTAGE_MS;
  };
  return { handle, ready, servesInOutage };
}

/** Milliseconds since a page was rendered. */
function ageOf(entries: LRUCache<string, Entry, Rendering>, key: string): number {
  return FRESH_MS - entries.getRemainingTTL(key);
}

function createEntries(now: () => number): LRUCache<string, Entry, Rendering> {
  return new LRUCache({
    max: MAX_ENTRIES,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
    // An address that is pushed out while its page is being rendered still has visitors waiting for it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, stale, { context: renderResponse }) =>
      toEntry(await renderResponse(), stale === "personal" ? undefined : stale),
  });
}

function isCacheable({ method, headers, path }: ExpressRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return !path.endsWith(".data") && hasOnlyImpersonalCookies(headers.cookie);
}

function isLight({ headers }: ExpressRequest): boolean {
  return String(headers["save-data"]).toLowerCase() === "on" || hasFlag(headers.cookie, LIGHT_COOKIE);
}

function pageKey(req: ExpressRequest, address: string): string {
  return `${isLight(req) ? "l" : ""}${hasFlag(req.headers.cookie, CONSENT_COOKIE) ? "c" : ""} ${address}`;
}

function impersonalRequest(req: ExpressRequest, address: string): Request {
  const cookies = [
    ...(isLight(req) ? [`${LIGHT_COOKIE}=1`] : []),
    ...(hasFlag(req.headers.cookie, CONSENT_COOKIE) ? [`${CONSENT_COOKIE}=1`] : []),
  ];
  const headers = new Headers({ Accept: "text/html" });
  if (cookies.length > 0) headers.set("Cookie", cookies.join("; "));
  return new Request(HOST + address, { headers });
}

/** @throws when the upstream is down, so that the stale page stays. */
async function toEntry(response: Response, stale: Page | undefined): Promise<Entry> {
  const { headers, status } = response;
  if (status >= 500 || headers.get("Location")?.endsWith("/500.html")) throw new Error("the upstream is down");
  const isPublic = headers.get("Cache-Control")?.startsWith("public") && !headers.has("Set-Cookie");
  if (status !== 200 || !isPublic || !headers.get("Content-Type")?.startsWith("text/html")) return "personal";
  const plain = Buffer.from(await response.arrayBuffer());
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  if (stale?.etag === etag) return { ...stale, headers: [...headers] };
  const [zipped, br] = await Promise.all([promisify(gzip)(plain), compressBrotli(plain, 5)]);
  const page: Page = { headers: [...headers], etag, plain, gzip: zipped, br };
  // The highest quality takes about 50 ms of another thread, so the page is sent before it is ready.
  void compressBrotli(plain, 11).then((smallest) => {
    page.br = smallest;
  });
  return page;
}

function compressBrotli(plain: Buffer, quality: number): Promise<Buffer> {
  return promisify(brotliCompress)(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

function sendPage(req: ExpressRequest, res: ExpressResponse, page: Page): void {
  for (const [name, value] of page.headers) res.setHeader(name, value);
  res.setHeader("ETag", page.etag);
  // One line: nginx 1.22 keeps only the first of several.
  res.vary("Accept-Encoding");
  if (req.headers["if-none-match"]?.includes(page.etag)) return void res.status(304).end();
  const encoding = req.acceptsEncodings("br") || req.acceptsEncodings("gzip");
  const body = page[encoding === "br" || encoding === "gzip" ? encoding : "plain"];
  if (body !== page.plain) res.setHeader("Content-Encoding", String(encoding));
  res.setHeader("Content-Length", body.length);
  if (req.method === "HEAD") res.end();
  else res.end(body);
}
