import type { HeadersFunction } from "@remix-run/node";

/**
 * - `guest`: the same bytes for every guest; shared caches may keep it. Falls back to `session` by itself when the
 *   request carries a personal cookie or the answer sets one, so a page that is open to anyone says `guest` too.
 * - `session`: of one person; may be kept for Back, but is asked for again.
 * - `secret`: money or documents; kept nowhere.
 */
export type PageKind = "guest" | "session" | "secret";

export const CACHE_CONTROL: Readonly<Record<PageKind, string>> = {
  guest: "public, s-maxage=60, stale-while-revalidate=600",
  session: "private, no-cache",
  secret: "private, no-store",
};

/** The cookie of the footer's "Лёгкая версия" switch: `light=1`; `__Host-light` where cookies are Secure. */
export const LIGHT_COOKIE = "light";

/** The cookie of the consent to cookies (§4.14): `cookie_consent=1`; `__Host-cookie_consent` where cookies are Secure. */
export const CONSENT_COOKIE = "cookie_consent";

/**
 * Cookies that say nothing about a person: a request with only these is a guest's. Its page differs with them, so they
 * belong to the key of whatever keeps it (`Vary: Cookie`): everybody who has consented shares one page.
 */
const IMPERSONAL_COOKIES = new Set([LIGHT_COOKIE, CONSENT_COOKIE].flatMap((name) => [name, `__Host-${name}`]));

/** What a page's HTML may depend on besides its address. */
const PAGE_VARY = "Cookie, Save-Data";

/** For a route: `export const headers = cacheHeaders("guest")`. The deepest route that has `headers` decides. */
export function cacheHeaders(kind: PageKind): HeadersFunction {
  return ({ loaderHeaders, actionHeaders, errorHeaders }) => {
    const headers = new Headers(errorHeaders ?? actionHeaders);
    for (const [name, value] of loaderHeaders) if (!headers.has(name)) headers.set(name, value);
    // Remix carries the cookies of loaders and actions over by itself, all of them.
    headers.delete("Set-Cookie");
    headers.set("Cache-Control", errorHeaders ? CACHE_CONTROL.session : CACHE_CONTROL[kind]);
    return headers;
  };
}

/** The last word on an answer's caching: a default, no sharing of what is personal, and the right `Vary`. */
export function applyCachePolicy(request: Request, status: number, headers: Headers): void {
  const wanted = headers.get("Cache-Control") ?? CACHE_CONTROL.session;
  const shareable = status === 200 && isGuestRequest(request) && !headers.has("Set-Cookie");
  headers.set("Cache-Control", wanted.startsWith("public") && !shareable ? CACHE_CONTROL.session : wanted);
  headers.append("Vary", PAGE_VARY);
}

/** True for a reading request without any cookie that could make its page personal. */
export function isGuestRequest(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  return hasOnlyImpersonalCookies(request.headers.get("Cookie"));
}

/** True for a `Cookie` header, or none, that says nothing about a person. */
export function hasOnlyImpersonalCookies(header: string | null | undefined): boolean {
  if (!header) return true;
  return header.split(";").every((pair) => IMPERSONAL_COOKIES.has(pair.split("=", 1)[0]?.trim() ?? ""));
}

/** The visitor asked for pages without script: Save-Data, or the footer's switch. */
export function wantsLightVersion(request: Request): boolean {
  if (request.headers.get("Save-Data")?.toLowerCase() === "on") return true;
  return hasFlag(request.headers.get("Cookie"), LIGHT_COOKIE);
}

/** The visitor has accepted cookies within the last hundred days (§4.14). */
export function hasCookieConsent(request: Request): boolean {
  return hasFlag(request.headers.get("Cookie"), CONSENT_COOKIE);
}

/** Whether a switch such as `LIGHT_COOKIE` is on in a `Cookie` header. */
export function hasFlag(header: string | null | undefined, name: string): boolean {
  const pairs = (header ?? "").split(/;\s*/);
  return pairs.includes(`${name}=1`) || pairs.includes(`__Host-${name}=1`);
}
