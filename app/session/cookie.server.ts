import { parse, serialize } from "cookie";
import { readConfiguration } from "../lib/configuration.server";

export interface CookieAttributes {
  /** Lifetime in seconds. Without it the cookie lasts until the browser closes; 0 deletes it. */
  readonly maxAge?: number;
  /** Whether script in the browser may read it; it may not by default. */
  readonly readable?: boolean;
}

/** The name as browsers see it: with the `__Host-` prefix wherever cookies are Secure. */
export function cookieName(name: string): string {
  return readConfiguration().secureCookies ? `__Host-${name}` : name;
}

/** The value of one of the portal's cookies, or undefined. */
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

/** A `Set-Cookie` header value that deletes a cookie. */
export function clearCookie(name: string): string {
  return writeCookie(name, "", { maxAge: 0 });
}
