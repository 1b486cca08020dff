import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { parse, serialize } from "cookie";
import { consoleOf, type PageCall } from "./context.server";

/** A sealed cookie of the console. */
interface SealedCookie {
  readonly name: string;
  /** How long the seal is good. */
  readonly seconds: number;
  /** "lax": it also comes when another site leads the browser here. */
  readonly sameSite: "strict" | "lax";
}

/** The operator's token, as long as the club's longest session. */
const SESSION: SealedCookie = { name: "operator", seconds: 12 * 60 * 60, sameSite: "strict" };
/** The secret of a log-in that goes on at a provider. */
const FLOW: SealedCookie = { name: "operator-flow", seconds: 10 * 60, sameSite: "lax" };
/** The secret by which the club knows this browser again, after a log-in that was completed in it. */
const BROWSER: SealedCookie = { name: "operator-browser", seconds: 90 * 24 * 60 * 60, sameSite: "strict" };
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The operator's token that the cookie holds; undefined for a guest. */
export const readToken = (call: PageCall): string | undefined => readCookie(call, SESSION);

/** A `Set-Cookie` header that keeps the token until the browser closes, at most for a working day. */
export const writeToken = (call: PageCall, token: string): string => writeCookie(call, SESSION, token);

/** A `Set-Cookie` header that deletes the cookie. */
export const clearToken = (call: PageCall): string => serializeCookie(call, SESSION, "", 0);

/** The secret of the log-in that this browser has begun at a provider. */
export const readFlow = (call: PageCall): string | undefined => readCookie(call, FLOW);

/** A `Set-Cookie` header that keeps the secret until the provider sends the browser back. */
export const writeFlow = (call: PageCall, flow: string): string => writeCookie(call, FLOW, flow);

/** A `Set-Cookie` header that deletes the secret. */
export const clearFlow = (call: PageCall): string => serializeCookie(call, FLOW, "", 0);

/** The secret of this browser; empty where nobody has logged in. */
export const readBrowser = (call: PageCall): string => readCookie(call, BROWSER) ?? "";

/** A `Set-Cookie` header that keeps the secret of this browser, also when it is closed. */
export const writeBrowser = (call: PageCall, browser: string): string =>
  writeCookie(call, BROWSER, browser, BROWSER.seconds);

function readCookie(call: PageCall, cookie: SealedCookie): string | undefined {
  const { secrets } = consoleOf(call);
  const sealed = parse(call.request.headers.get("Cookie") ?? "")[nameOf(call, cookie)];
  if (!sealed) return undefined;
  for (const secret of secrets) {
    const value = unseal(sealed, secret);
    if (value !== undefined) return value;
  }
  return undefined;
}

function writeCookie(call: PageCall, cookie: SealedCookie, value: string, maxAge?: number): string {
  const [newest = ""] = consoleOf(call).secrets;
  return serializeCookie(call, cookie, seal(value, newest, cookie.seconds), maxAge);
}

function serializeCookie(call: PageCall, cookie: SealedCookie, value: string, maxAge?: number): string {
  return serialize(nameOf(call, cookie), value, {
    path: "/",
    httpOnly: true,
    sameSite: cookie.sameSite,
    secure: consoleOf(call).secureCookies,
    ...(maxAge !== undefined && { maxAge }),
  });
}

function nameOf(call: PageCall, { name }: SealedCookie): string {
  return consoleOf(call).secureCookies ? `__Host-${name}` : name;
}

/** Encrypts and signs a value with the moment at which the seal expires (AES-256-GCM). */
function seal(value: string, secret: string, seconds: number): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), nonce);
  const plain = JSON.stringify([Date.now() + seconds * 1000, value]);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

/** Undefined when the seal is broken, expired, or made with another secret. */
function unseal(sealed: string, secret: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    const [expiresAt, value]: [number, string] = JSON.parse(Buffer.concat([body, decipher.final()]).toString("utf8"));
    return expiresAt > Date.now() ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The portal makes other keys of the same secrets. */
function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "console cookie", 32));
}
