import { randomBytes } from "node:crypto";
import { hashSecret } from "../platform/http/authentication";
import type { Services } from "../platform/services";

/** A log-in at a provider, or a passkey, has to answer within this time. */
const LIFETIME_MS = 10 * 60 * 1000;

export type ChallengePurpose = "provider-log-in" | "passkey-log-in" | "passkey-set-up";

/**
 * Makes an unguessable value that works once, soon, and for one purpose only. Its hash is stored.
 * @param operatorId whom it is for; null before it is known who logs in
 */
export async function issueChallenge(
  { db, now }: Services,
  purpose: ChallengePurpose,
  operatorId: number | null = null,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("operator_challenges")
    .values({
      token_hash: hashSecret(token),
      purpose,
      operator_id: operatorId,
      expires_at: new Date(now().getTime() + LIFETIME_MS),
    })
    .execute();
  return token;
}

/** Uses up a challenge. @returns whether it was one, unused until now */
export async function spendChallenge(
  { db, now }: Services,
  purpose: ChallengePurpose,
  token: string,
  operatorId: number | null = null,
): Promise<boolean> {
  const spent = await db
    .deleteFrom("operator_challenges")
    .where("token_hash", "=", hashSecret(token))
    .where("purpose", "=", purpose)
    .where("operator_id", operatorId === null ? "is" : "=", operatorId)
    .returning("expires_at")
    .executeTakeFirst();
  return spent !== undefined && spent.expires_at > now();
}
