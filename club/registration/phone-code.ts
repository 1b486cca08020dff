import { createHash } from "node:crypto";

/** A code is stored with its phone as a SHA-256; it lives ten minutes and five tries. */
export function hashCode(phone: string, code: string): Buffer {
  return createHash("sha256").update(`${phone}:${code}`).digest();
}
