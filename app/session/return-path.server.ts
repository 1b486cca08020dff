import { safeRedirect } from "remix-utils/safe-redirect";

const NOWHERE = "http://club.invalid";

/**
 * A path of this site out of a form, to go back to; the fallback for anything else. The text is read as a browser reads it
 * before it is judged: a tab or a dot in it must not make another site of it.
 */
export function readReturnPath(value: FormDataEntryValue | null, fallback: string): string {
  if (typeof value !== "string" || !value.startsWith("/") || !URL.canParse(value, NOWHERE)) return fallback;
  const { origin, pathname, search } = new URL(value, NOWHERE);
  return origin === NOWHERE ? safeRedirect(pathname + search, fallback) : fallback;
}

/** The page that a request came from, when it is one of ours and another than the request's own; else home. */
export function readReferrer(request: Request): string {
  const referrer = request.headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return "/";
  const { host, pathname, search } = new URL(referrer);
  const own = new URL(request.url);
  return host === own.host && pathname !== own.pathname ? readReturnPath(pathname + search, "/") : "/";
}
