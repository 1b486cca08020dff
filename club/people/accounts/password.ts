import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/**
 * One of OWASP's equal recommendations for scrypt: 32 MB and about a fifth of a second for each hash. Glibc returns a block of
 * more than 32 MB to the system at once; smaller ones it would keep, one for each thread that hashes.
 */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
/** Bytes; Node.js allows 32 MB by default, and the parameters above take some more. */
const MAX_MEMORY = 64 * 2 ** 20;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Letters and digits that aren't mistaken for one another when a password is copied by hand. */
const READABLE_CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Trims the password as the login form does (§5.1), and composes accents: keyboards send the same letter in different forms. */
export function normalizePassword(plain: string): string {
  return plain.trim().normalize("NFC");
}

function deriveKey(plain: string, salt: Buffer, bytes: number, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(normalizePassword(plain), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Hashes a password with scrypt. The result contains the parameters and the salt: `scrypt$N$r$p$salt$key`. */
export async function hashPassword(plain: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(plain, salt, KEY_BYTES, { ...COST, maxmem: MAX_MEMORY });
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** The hash that a password for an unknown login is compared with, so that the refusal takes as long as for a known one. */
const dummyHash = ["scrypt", COST.N, COST.r, COST.p, "AAAAAAAAAAAAAAAAAAAAAA", "A".repeat(43)].join("$");

/** Compares a password with a hash. Without a hash the result is false after the same time. */
export async function verifyPassword(plain: string, hash: string | null): Promise<boolean> {
  const [method, n, r, p, salt, key] = (hash ?? dummyHash).split("$");
  if (method !== "scrypt" || !salt || !key) return false;
  const expected = Buffer.from(key, "base64url");
  const options = { N: Number(n), r: Number(r), p: Number(p), maxmem: MAX_MEMORY };
  const actual = await deriveKey(plain, Buffer.from(salt, "base64url"), expected.length, options);
  return timingSafeEqual(actual, expected) && hash !== null;
}

/** Generates a password that is easy to copy by hand, such as `k7tm-qp3w-xa9d`, with 59 random bits. */
export function generatePassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => READABLE_CHARACTERS[randomInt(READABLE_CHARACTERS.length)]).join("");
  return [group(), group(), group()].join("-");
}
