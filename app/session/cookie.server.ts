import { parse, serialize } from "cookie";
import { readConfiguration } from "../lib/configuration.server";

export interface CookieAttributes {
  /** Seconds that the browser keeps it; left out: until it closes. 0 takes the cookie away. */
  readonly maxAge?: number;
  /** Whether script may read it; no by default. */
  readonly readable?: boolean;
}

/** The name on the wire: with the `__Host-` prefix wherever cookies are Secure. */
export function cookieName(name: string): string {
  return readConfiguration().secureCookies ? `__Host-${name}` : name;
}

/** The value of a cookie of ours, or undefined. */
export function readCookie(request: Request, name: string): string | undefined {
  return parse(request.headers.get("Cookie") ?? "")[cookieName(name)] || undefined;
}

/** A `Set-Cookie` header value. */
export function writeCookie(name: string, value: string, { maxAge, readable }: CookieAttributes = {}): string {
  return serialize(cookieName(name), value, {
    path: "/",
    sameSite: "lax",
    httpOnly: !readable,
    secure: readConfiguration().secureCookies,
    ...(maxAge !== undefined && { maxAge }),
  });
}

/** A `Set-Cookie` header value that takes a cookie away. */
export function dropCookie(name: string): string {
  return writeCookie(name, "", { maxAge: 0 });
}
