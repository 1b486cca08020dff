import { randomBytes, scryptSync } from "node:crypto";

/** At this cost a password is compared at once: the tests log in some thousand times. */
export const LOW_COST = { N: 16, r: 1, p: 1 };

/** Hashes a password at this cost, at once and in the form of `hashPassword`. */
export function hashAtLowCost(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, LOW_COST);
  return ["scrypt", LOW_COST.N, LOW_COST.r, LOW_COST.p, salt.toString("base64url"), key.toString("base64url")].join(
    "$",
  );
}
