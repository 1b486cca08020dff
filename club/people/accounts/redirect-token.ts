import { randomBytes } from "node:crypto";
import { alias } from "../../../contract/values";
import { hashSecret } from "../../platform/http/authentication";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Db, Services } from "../../platform/services";

const REDIRECT_TOKEN_MINUTES = 5;

/** Issues a token for a link `/?token=…` that logs the person in once, within five minutes (§2.4.5). */
export async function issueRedirectToken(db: Db, services: Services, userId: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expires_at = new Date(services.now().getTime() + REDIRECT_TOKEN_MINUTES * 60_000);
  await db
    .insertInto("redirect_tokens")
    .values({ token_hash: hashSecret(token), user_id: userId, expires_at })
    .execute();
  return token;
}

/**
 * Marks a redirect token as used and returns the id of its person.
 * @throws RefusalError loginRefused when the token is unknown, expired or already used, also by a call at the same moment
 */
export async function consumeRedirectToken(services: Services, token: string): Promise<number> {
  const now = services.now();
  const consumed = await services.db
    .updateTable("redirect_tokens")
    .set({ used_at: now })
    .where("token_hash", "=", hashSecret(token))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  if (!consumed) throw new RefusalError(alias.loginRefused, "Ссылка для входа больше не действует. Войдите по паролю.");
  return consumed.user_id;
}
