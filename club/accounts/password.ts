import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** 16 MB and about a fifth of a second: the OWASP setting for scrypt that is sparing with memory. */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Letters and digits that nobody mistakes for one another when reading them off a mail. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";

/** A login trims the password (§5.1), so what is stored is trimmed as well; accents are composed alike on every keyboard. */
function normalise(plain: string): string {
  return plain.trim().normalize("NFC");
}

function derive(plain: string, salt: Buffer, bytes: number, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(normalise(plain), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Hashes a password with scrypt; parameters and salt stand in the result, `scrypt$N$r$p$salt$key`. */
export async function hashPassword(plain: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(plain, salt, KEY_BYTES, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** What an unknown person's password is compared with, so that the answer takes as long as for a known one. */
const nobodysHash = ["scrypt", COST.N, COST.r, COST.p, "AAAAAAAAAAAAAAAAAAAAAA", "A".repeat(43)].join("$");

/** Whether a password is the hashed one. Without a hash it takes the same time and is false. */
export async function verifyPassword(plain: string, hash: string | null): Promise<boolean> {
  const [method, n, r, p, salt, key] = (hash ?? nobodysHash).split("$");
  if (method !== "scrypt" || !salt || !key) return false;
  const expected = Buffer.from(key, "base64url");
  const options = { N: Number(n), r: Number(r), p: Number(p) };
  const actual = await derive(plain, Buffer.from(salt, "base64url"), expected.length, options);
  return timingSafeEqual(actual, expected) && hash !== null;
}

/** Makes a password that is easy to copy by hand, such as `k7tm-qp3w-xa9d`: 59 random bits. */
export function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join("");
  return [group(), group(), group()].join("-");
}
