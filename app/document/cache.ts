import type { HeadersFunction } from "@remix-run/node";
import { SESSION_ENDED_COOKIE } from "../lib/session-ended-cookie";

/**
 * How long a page may be cached:
 * - `guest`: the same bytes for every guest, so shared caches may store it. `applyCachePolicy` turns it into `session`
 *   when the request has a personal cookie or the response sets a cookie. Pages open to everybody are `guest` too.
 * - `session`: a page of one person. The browser may store it for Back, and revalidates it otherwise.
 * - `secret`: money or documents. It is stored nowhere.
 */
export type PageKind = "guest" | "session" | "secret";

export const CACHE_CONTROL: Readonly<Record<PageKind, string>> = {
  guest: "public, s-maxage=60, stale-while-revalidate=600",
  session: "private, no-cache",
  secret: "private, no-store",
};

/**
 * The same as `CACHE_CONTROL.guest` in a header of its own (RFC 9213), which only the caches read that were told its name. Every
 * other cache takes the page for a personal one.
 */
const TARGETED_GUEST = CACHE_CONTROL.guest.replace("s-maxage", "max-age");

/** Cookie of the footer's switch «Лёгкая версия»: `light=1`, or `__Host-light=1` where cookies are Secure. */
export const LIGHT_COOKIE = "light";

/** Cookie of the consent to cookies (§4.14): `cookie_consent=1`, or `__Host-cookie_consent=1` where cookies are Secure. */
export const CONSENT_COOKIE = "cookie_consent";

/**
 * Cookies that don't identify a person: a request with no others is a guest's. The page depends on the first two, so they
 * are part of a cache key (`Vary: Cookie`); all guests who have consented share one page.
 */
const IMPERSONAL_COOKIES = new Set(
  [LIGHT_COOKIE, CONSENT_COOKIE, SESSION_ENDED_COOKIE].flatMap((name) => [name, `__Host-${name}`]),
);

/** Request headers that a page's HTML may depend on. */
const PAGE_VARY = "Cookie, Save-Data";
/** The same with the one that decides whether a page has `Cross-Origin-Opener-Policy`, which only a shared cache could mix up. */
const SHARED_PAGE_VARY = `${PAGE_VARY}, Sec-Fetch-Site`;

/** For a route: `export const headers = cacheHeaders("guest")`. Remix uses the `headers` of the deepest matching route. */
export function cacheHeaders(kind: PageKind): HeadersFunction {
  return ({ loaderHeaders, actionHeaders, errorHeaders }) => {
    const headers = new Headers(errorHeaders ?? actionHeaders);
    for (const [name, value] of loaderHeaders) if (!headers.has(name)) headers.set(name, value);
    // Remix adds the cookies of all loaders and actions by itself.
    headers.delete("Set-Cookie");
    headers.set("Cache-Control", errorHeaders ? CACHE_CONTROL.session : CACHE_CONTROL[kind]);
    return headers;
  };
}

/**
 * Completes the cache headers of a response: a default, no shared caching of personal pages, and `Vary`. The reply to a form
 * doesn't vary: no other request is answered with it, and the browser shows it again on Back, also when a cookie has changed
 * since. Otherwise Chromium has an error page there.
 * @param targetedHeader in which shared caches find how long they may keep a guest's page; `Cache-Control` when left out
 */
export function applyCachePolicy(request: Request, status: number, headers: Headers, targetedHeader?: string): void {
  const declared = headers.get("Cache-Control") ?? CACHE_CONTROL.session;
  const shareable = status === 200 && isGuestRequest(request) && !headers.has("Set-Cookie");
  const isPublic = declared.startsWith("public");
  const isKeptByAll = isPublic && shareable && targetedHeader === undefined;
  headers.set("Cache-Control", isPublic && !isKeptByAll ? CACHE_CONTROL.session : declared);
  if (isPublic && shareable && targetedHeader !== undefined) headers.set(targetedHeader, TARGETED_GUEST);
  if (request.method === "GET" || request.method === "HEAD") {
    headers.append("Vary", isPublic && shareable ? SHARED_PAGE_VARY : PAGE_VARY);
  }
}

/** Tells whether every guest may get this page. @param targetedHeader as `applyCachePolicy` was told */
export function isForAllGuests(headers: Headers, targetedHeader = "Cache-Control"): boolean {
  return headers.get(targetedHeader)?.startsWith("public") === true && !headers.has("Set-Cookie");
}

/** Tells whether a browser keeps this page and asks each time whether it is still the same. */
export function isRevalidated(status: number, headers: Headers): boolean {
  return status === 200 && headers.get("Cache-Control") === CACHE_CONTROL.session && !headers.has("Set-Cookie");
}

/** Tells whether a GET or HEAD request has no cookie that could make its page personal. */
export function isGuestRequest(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  return hasOnlyImpersonalCookies(request.headers.get("Cookie"));
}

/** Tells whether a `Cookie` header is missing or identifies no person. */
export function hasOnlyImpersonalCookies(header: string | null | undefined): boolean {
  if (!header) return true;
  return header.split(";").every((pair) => IMPERSONAL_COOKIES.has(pair.split("=", 1)[0]?.trim() ?? ""));
}

/** Tells whether the visitor wants pages without script: by Save-Data or by the footer's switch. */
export function wantsLightVersion(request: Request): boolean {
  if (request.headers.get("Save-Data")?.toLowerCase() === "on") return true;
  return hasFlag(request.headers.get("Cookie"), LIGHT_COOKIE);
}

/** Tells whether the visitor has accepted cookies within the last 100 days (§4.14). */
export function hasCookieConsent(request: Request): boolean {
  return hasFlag(request.headers.get("Cookie"), CONSENT_COOKIE);
}

/** Tells whether a `Cookie` header sets a flag such as `LIGHT_COOKIE`. */
export function hasFlag(header: string | null | undefined, name: string): boolean {
  const pairs = (header ?? "").split(/;\s*/);
  return pairs.includes(`${name}=1`) || pairs.includes(`__Host-${name}=1`);
}
