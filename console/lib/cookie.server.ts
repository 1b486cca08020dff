import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { parse, serialize } from "cookie";
import { consoleOf, type PageCall } from "./context.server";

/** As the club's longest session. */
const SECONDS = 12 * 60 * 60;
const NAME = "operator";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The operator's token that the cookie holds; undefined for a guest. */
export function readToken(call: PageCall): string | undefined {
  const { secrets } = consoleOf(call);
  const sealed = parse(call.request.headers.get("Cookie") ?? "")[nameOf(call)];
  if (!sealed) return undefined;
  for (const secret of secrets) {
    const token = unseal(sealed, secret);
    if (token !== undefined) return token;
  }
  return undefined;
}

/** A `Set-Cookie` header that keeps the token until the browser closes, at most for a working day. */
export function writeToken(call: PageCall, token: string): string {
  const [newest = ""] = consoleOf(call).secrets;
  return serializeCookie(call, seal(token, newest));
}

/** A `Set-Cookie` header that deletes the cookie. */
export function clearToken(call: PageCall): string {
  return serializeCookie(call, "", 0);
}

function serializeCookie(call: PageCall, value: string, maxAge?: number): string {
  return serialize(nameOf(call), value, {
    path: "/",
    httpOnly: true,
    sameSite: "strict",
    secure: consoleOf(call).secureCookies,
    ...(maxAge !== undefined && { maxAge }),
  });
}

function nameOf(call: PageCall): string {
  return consoleOf(call).secureCookies ? `__Host-${NAME}` : NAME;
}

/** Encrypts and signs the token with the moment at which the seal expires (AES-256-GCM). */
function seal(token: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), nonce);
  const plain = JSON.stringify([Date.now() + SECONDS * 1000, token]);
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
    const [expiresAt, token]: [number, string] = JSON.parse(Buffer.concat([body, decipher.final()]).toString("utf8"));
    return expiresAt > Date.now() ? token : undefined;
  } catch {
    return undefined;
  }
}

/** The portal makes other keys of the same secrets. */
function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "console cookie", 32));
}
