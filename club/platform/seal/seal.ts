import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { SealedColumn } from "./sealed-columns";

const FORMAT = Buffer.from("CLS2", "latin1");
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Bytes at the start of a sealed value that name its format and key. */
export const HEADER_BYTES = FORMAT.length + KEY_ID_BYTES;

/** What a value is sealed for: a column, or the probe by which a start recognizes the key. */
export type SealPurpose = SealedColumn | "settings.data_key_probe";

/** Encrypts what the database must not hold in the clear: card numbers, passports. */
export interface Seal {
  /** Seals with the newest key. */
  seal(purpose: SealPurpose, plain: string | Buffer): Buffer;
  /** @throws when the content was changed, sealed for another purpose, or sealed with a key that isn't known */
  open(purpose: SealPurpose, sealed: Buffer): Buffer;
}

/** Returns the keys, the newest first. It is asked at each use, because a command may rotate them meanwhile. */
export type DataKeys = () => readonly Buffer[];

/**
 * AES-256-GCM, with the purpose as additional authenticated data. A sealed value is format, key id, nonce, tag and
 * ciphertext.
 */
export function createSeal(keys: DataKeys): Seal {
  return {
    seal(purpose, plain) {
      const [key] = keys();
      if (!key) throw new Error("There is no data key");
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([headerOf(key), nonce, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      const key = keys().find((candidate) => isSealedWith(sealed, candidate));
      if (!key) throw new Error("No data key opens this value");
      return decrypt(key, sealed.subarray(HEADER_BYTES), purpose);
    },
  };
}

/** The first bytes of every value that a key seals: the format and the key's id, which doesn't tell the key. */
export function headerOf(key: Buffer): Buffer {
  return Buffer.concat([
    FORMAT,
    createHash("sha256").update("club data key id\0").update(key).digest().subarray(0, KEY_ID_BYTES),
  ]);
}

function isSealedWith(sealed: Buffer, key: Buffer): boolean {
  return sealed.subarray(0, HEADER_BYTES).equals(headerOf(key));
}

function decrypt(key: Buffer, sealed: Buffer, purpose: SealPurpose): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
