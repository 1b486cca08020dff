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

/**
 * Characters of the longest value. Browsers drop a cookie of more than 4 096 bytes without a word, and some count its name and
 * attributes.
 */
export const LONGEST_VALUE = 3_900;

/** Where a value of several parts begins: the number of its parts. */
const PARTS = /^([2-9])~/;

const partName = (name: string, part: number) => (part === 1 ? name : `${name}-${part}`);

/** The `Set-Cookie` values of a value that may need several cookies; null when it would need more than `most`. */
export function writeParts(
  name: string,
  value: string,
  most: number,
  attributes: CookieAttributes,
): readonly string[] | null {
  const count = Math.ceil(value.length / LONGEST_VALUE);
  if (count > most) return null;
  const parts = Array.from({ length: count }, (_, index) => value.slice(index * LONGEST_VALUE).slice(0, LONGEST_VALUE));
  return parts.map((part, index) =>
    writeCookie(partName(name, index + 1), index === 0 && count > 1 ? `${count}~${part}` : part, attributes),
  );
}

/** A value that `writeParts` has written; undefined when one of its cookies is missing. */
export function readParts(request: Request, name: string): string | undefined {
  const first = readCookie(request, name);
  const count = Number(first && PARTS.exec(first)?.[1]) || 1;
  const others = Array.from({ length: count - 1 }, (_, index) => readCookie(request, partName(name, index + 2)));
  return others.includes(undefined) ? undefined : [first?.replace(PARTS, ""), ...others].join("") || undefined;
}

/** The `Set-Cookie` values that delete a value of up to `most` parts. */
export function clearParts(name: string, most: number): readonly string[] {
  return Array.from({ length: most }, (_, index) => clearCookie(partName(name, index + 1)));
}
