import { createCipheriv, randomBytes } from "node:crypto";

/** Seals as the first releases did: nonce, tag and ciphertext, without a key id and without a purpose. */
export function sealAsBefore(key: Buffer, plain: string | Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}
