import { createHash } from "node:crypto";

/** Hashes a code together with its phone (SHA-256); the code itself isn't stored. */
export function hashPhoneCode(phone: string, code: string): Buffer {
  return createHash("sha256").update(`${phone}:${code}`).digest();
}
