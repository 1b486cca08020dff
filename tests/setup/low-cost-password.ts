import { randomBytes, scryptSync } from "node:crypto";

const COST = { N: 16, r: 1, p: 1 } as const;

/**
 * Hashes a password so that it is compared at once, in the form of `hashPassword`: the product's own hashes take a fifth of a
 * second on purpose, and the tests log in some thousand times.
 */
export function hashAtLowCost(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}
