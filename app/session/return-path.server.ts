import { safeRedirect } from "remix-utils/safe-redirect";

/** The base of relative addresses; no real site has it. */
const BASE = "http://club.invalid";

/**
 * The path of this site that a form field names, to redirect to; the fallback for anything else. It is parsed as a browser
 * parses it before it is checked, so that no tab or dot in it can lead to another site.
 */
export function readReturnPath(value: FormDataEntryValue | null, fallback: string): string {
  if (typeof value !== "string" || !value.startsWith("/") || !URL.canParse(value, BASE)) return fallback;
  const { origin, pathname, search } = new URL(value, BASE);
  return origin === BASE ? safeRedirect(pathname + search, fallback) : fallback;
}

/** The path of the page that a request came from, when it is another page of this site; else `/`. */
export function readReferrer(request: Request): string {
  const referrer = request.headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return "/";
  const { host, pathname, search } = new URL(referrer);
  const own = new URL(request.url);
  return host === own.host && pathname !== own.pathname ? readReturnPath(pathname + search, "/") : "/";
}
