import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Response as Answer, Request as Asked, RequestHandler } from "express";
import { CONSENT_COOKIE, hasFlag, hasOnlyImpersonalCookies, LIGHT_COOKIE } from "../app/document/cache";

export interface PageCacheOptions {
  /** The portal's pages, as Remix answers them. */
  render: (request: Request) => Promise<Response>;
  /** Whether a page of the portal's own answers the path. */
  isPage: (pathname: string) => boolean;
  /** Milliseconds; for tests. */
  now?: () => number;
}

/** Fresh for a minute, then renewed behind the visitor's back, as `CACHE_CONTROL.guest` tells shared caches too. */
const FRESH_MS = 60_000;
const RENEWABLE_MS = 660_000;
/** In an outage an old page is better than none. */
const KEPT_MS = 24 * 3_600_000;
/** Some 90 KB each. */
const MOST_PAGES = 150;
const MOST_REFUSED = 500;

/** Parameters that pages of everybody know; any other makes an address one of somebody's own, or nobody's. */
const PARAMETERS: Readonly<Record<string, RegExp>> = { mode: /^email$/, page: /^\d{1,3}$/, question: /^\d{1,6}$/ };

interface Page {
  headers: [string, string][];
  etag: string;
  storedAt: number;
  plain: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** What a rendering came to: a page for everybody, not one, or an upstream that didn't answer. */
type Outcome = Page | "personal" | "outage";

/**
 * Answers guests from memory. A page is rendered for nobody: the request handed to Remix bears the address
 * and the two switches that pages differ by, no cookie, no header of the visitor who happened to ask first. Kept is only
 * what the page itself calls public, without `Set-Cookie`. Everything else goes on to the portal.
 */
export function cachePages({ render, isPage, now = Date.now }: PageCacheOptions): RequestHandler {
  const pages = new Map<string, Page>();
  const refused = new Map<string, number>();
  const running = new Map<string, Promise<Outcome>>();

  const renew = (key: string, request: () => Request): Promise<Outcome> => {
    const known = running.get(key);
    if (known) return known;
    const work = renderPage(render, request(), pages.get(key), now)
      .then((outcome) => {
        if (outcome === "personal") {
          pages.delete(key);
          keep(refused, key, now(), MOST_REFUSED);
        } else if (outcome !== "outage") {
          keep(pages, key, outcome, MOST_PAGES);
        }
        return outcome;
      })
      .finally(() => running.delete(key));
    running.set(key, work);
    return work;
  };

  return async (req, res, next) => {
    const key = isCacheable(req) && isPage(req.path) ? pageKey(req) : undefined;
    if (key === undefined) return next();
    if (now() - (refused.get(key) ?? Number.NEGATIVE_INFINITY) < FRESH_MS) return next();
    const page = pages.get(key);
    const age = page ? now() - page.storedAt : Number.POSITIVE_INFINITY;
    const request = () => impersonalRequest(req);
    if (page && age < RENEWABLE_MS) {
      if (age >= FRESH_MS) void renew(key, request);
      return sendPage(req, res, page);
    }
    const outcome = await renew(key, request);
    if (typeof outcome === "object") return sendPage(req, res, outcome);
    if (outcome === "outage" && page && age < KEPT_MS) return sendPage(req, res, page);
    next();
  };
}

function isCacheable({ method, headers, originalUrl }: Asked): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (originalUrl.length > 200 || !hasOnlyImpersonalCookies(headers.cookie)) return false;
  const start = originalUrl.indexOf("?");
  if (start < 0) return true;
  const parameters = [...new URLSearchParams(originalUrl.slice(start))];
  return parameters.every(([name, value]) => PARAMETERS[name]?.test(value));
}

function isLight({ headers }: Asked): boolean {
  return String(headers["save-data"]).toLowerCase() === "on" || hasFlag(headers.cookie, LIGHT_COOKIE);
}

/** The address as it was written, for the page repeats it in its forms, and the switches. */
function pageKey(req: Asked): string {
  return `${isLight(req) ? "l" : ""}${hasFlag(req.headers.cookie, CONSENT_COOKIE) ? "c" : ""} ${req.originalUrl}`;
}

function impersonalRequest(req: Asked): Request {
  const cookies = [
    ...(isLight(req) ? [`${LIGHT_COOKIE}=1`] : []),
    ...(hasFlag(req.headers.cookie, CONSENT_COOKIE) ? [`${CONSENT_COOKIE}=1`] : []),
  ];
  const headers = new Headers({ Accept: "text/html", "X-Request-Id": req.get("x-request-id") ?? "" });
  if (cookies.length > 0) headers.set("Cookie", cookies.join("; "));
  return new Request(`${req.protocol}://${req.get("host")}${req.originalUrl}`, { headers });
}

async function renderPage(
  render: PageCacheOptions["render"],
  request: Request,
  before: Page | undefined,
  now: () => number,
): Promise<Outcome> {
  const response = await render(request).catch(() => undefined);
  if (!response || response.status >= 500 || response.headers.get("Location")?.endsWith("/500.html")) return "outage";
  const { headers, status } = response;
  const isPublic = headers.get("Cache-Control")?.startsWith("public") && !headers.has("Set-Cookie");
  if (status !== 200 || !isPublic || !headers.get("Content-Type")?.startsWith("text/html")) return "personal";
  const plain = Buffer.from(await response.arrayBuffer());
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  const stored = { headers: [...headers], etag, storedAt: now() };
  if (before?.etag === etag) return { ...before, ...stored };
  const [zipped, br] = await Promise.all([promisify(gzip)(plain), squeeze(plain, 5)]);
  const page: Page = { ...stored, plain, gzip: zipped, br };
  // The strongest setting takes some fifty milliseconds of another thread: worth it for a page that is asked for again.
  void squeeze(plain, 11).then((smallest) => {
    page.br = smallest;
  });
  return page;
}

function squeeze(plain: Buffer, quality: number): Promise<Buffer> {
  return promisify(brotliCompress)(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

function sendPage(req: Asked, res: Answer, page: Page): void {
  for (const [name, value] of page.headers) res.setHeader(name, value);
  res.setHeader("ETag", page.etag);
  res.append("Vary", "Accept-Encoding");
  if (req.headers["if-none-match"]?.includes(page.etag)) return void res.status(304).end();
  const encoding = req.acceptsEncodings("br") || req.acceptsEncodings("gzip");
  const body = encoding === "br" ? page.br : encoding === "gzip" ? page.gzip : page.plain;
  if (body !== page.plain) res.setHeader("Content-Encoding", String(encoding));
  res.setHeader("Content-Length", body.length);
  if (req.method === "HEAD") res.end();
  else res.end(body);
}

/** Puts an entry at the end of the line; the one that was put in longest ago goes when there are too many. */
function keep<Value>(entries: Map<string, Value>, key: string, value: Value, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  const oldest = entries.size > most ? entries.keys().next().value : undefined;
  if (oldest !== undefined) entries.delete(oldest);
}
