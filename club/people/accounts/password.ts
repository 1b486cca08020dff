import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import type { PasswordCost } from "../../platform/services";

/** The same for an unknown login, a wrong password and a closed account. */
export const WRONG_LOGIN = "Неверный логин или пароль.";

/** Bytes; Node.js allows 32 MB by default, and the club's cost takes some more. */
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
export async function hashPassword(plain: string, { N, r, p }: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(plain, salt, KEY_BYTES, { N, r, p, maxmem: MAX_MEMORY });
  return formatHash({ N, r, p }, salt, key);
}

function formatHash({ N, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * Compares a password with a hash. Without a hash, as for an unknown login, the result is false after the time that a hash of
 * this cost takes.
 */
export async function verifyPassword(plain: string, hash: string | null, cost: PasswordCost): Promise<boolean> {
  const compared = hash ?? formatHash(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));
  const [method, n, r, p, salt, key] = compared.split("$");
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
