import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { readConfiguration } from "../lib/configuration.server";

/** What a value is sealed for: its cookie. A value of one cookie can't be read as that of another. */
export type SealPurpose =
  | "session"
  | "cart"
  | "notice"
  | "activation"
  | "confirmed"
  | "recovery"
  | "unsubscribe"
  | "entry"
  | "origin"
  | "goal"
  | "pickup"
  | "recipient"
  | "documents";

const FORMAT = "2.";
/** Of a value that is compressed before it is encrypted. */
const COMPRESSED_FORMAT = "3.";
/** Bytes from which compressing is worth its time: shorter values fit into a cookie anyway. */
const COMPRESSED_FROM = 1_500;
const KEY_ID_BYTES = 6;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;

interface SealKey {
  /** Names the key in a sealed value without telling it. */
  readonly id: Buffer;
  readonly key: Buffer;
}

/** Keys by purpose and secret. */
const derived = new Map<string, SealKey>();

/** The keys of a purpose, one for each secret, the newest first. Each is derived once in the life of the process. */
function keysOf(purpose: SealPurpose): SealKey[] {
  return readConfiguration().sessionSecrets.map((secret) => {
    const name = `${purpose} ${secret}`;
    const known = derived.get(name) ?? deriveKey(purpose, secret);
    derived.set(name, known);
    return known;
  });
}

/** The secrets are long and random, so a fast derivation is enough. */
function deriveKey(purpose: SealPurpose, secret: string): SealKey {
  const expand = (use: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, "", `cookie ${purpose} ${use}`, length));
  return { id: expand("id", KEY_ID_BYTES), key: expand("key", 32) };
}

/**
 * Encrypts and signs a value for a cookie (AES-256-GCM). The result is the format, then in base64url: key id, nonce, tag, and
 * the encrypted JSON of the moment of expiry and the value. A long one is compressed: then a token or a text takes hardly more
 * room in the cookie than by itself. No value has both a secret and a part that others choose, which its length could betray.
 * @param seconds lifetime of the seal
 */
export async function sealValue(purpose: SealPurpose, value: unknown, seconds: number): Promise<string> {
  const [newest] = keysOf(purpose);
  if (!newest) throw new Error("SESSION_SECRETS is empty");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", newest.key, nonce);
  const { format, bytes } = encode(value, seconds);
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return format + Buffer.concat([newest.id, nonce, cipher.getAuthTag(), body]).toString("base64url");
}

/** The characters that a sealed value takes. */
export function measureSealed(value: unknown, seconds: number): number {
  const { format, bytes } = encode(value, seconds);
  return format.length + Math.ceil(((HEADER_BYTES + bytes.length) * 4) / 3);
}

function encode(value: unknown, seconds: number): { format: string; bytes: Buffer } {
  const plain = Buffer.from(JSON.stringify([Date.now() + seconds * 1000, value]));
  return plain.length > COMPRESSED_FROM
    ? { format: COMPRESSED_FORMAT, bytes: deflateRawSync(plain) }
    : { format: FORMAT, bytes: plain };
}

/**
 * The sealed value; undefined when the seal is broken, expired, made for another purpose, or made with a secret that is no
 * longer configured.
 */
export async function unsealValue(purpose: SealPurpose, sealed: string): Promise<unknown> {
  try {
    return decrypt(keysOf(purpose), sealed);
  } catch {
    return undefined;
  }
}

/** Characters of a sealed value that hold its key id. */
const KEY_ID_CHARACTERS = (KEY_ID_BYTES * 4) / 3;

/** The contents of values that were opened lately: a browser sends the same ones with every request. */
const opened = new LRUCache<string, string>({ max: 1_000 });

/** @throws when the content was changed */
function decrypt(keys: readonly SealKey[], sealed: string): unknown {
  if (!sealed.startsWith(FORMAT) && !sealed.startsWith(COMPRESSED_FORMAT)) return undefined;
  const keyId = Buffer.from(sealed.slice(FORMAT.length, FORMAT.length + KEY_ID_CHARACTERS), "base64url");
  const found = keys.find(({ id }) => id.equals(keyId));
  if (!found) return undefined;
  const plain = opened.get(sealed) ?? open(found, sealed);
  opened.set(sealed, plain);
  const [expiresAt, value]: [number, unknown] = JSON.parse(plain);
  return expiresAt > Date.now() ? value : undefined;
}

/** @throws when the content was changed */
function open({ key }: SealKey, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(FORMAT.length), "base64url");
  const nonce = bytes.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(KEY_ID_BYTES + NONCE_BYTES, HEADER_BYTES));
  const body = Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES)), decipher.final()]);
  return (sealed.startsWith(COMPRESSED_FORMAT) ? inflateRawSync(body) : body).toString("utf8");
}
