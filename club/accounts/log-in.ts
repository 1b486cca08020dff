import { randomBytes } from "node:crypto";
import type { LoginResult } from "../../contract/accounts";
import { login, loginByRedirect } from "../../contract/accounts";
import { alias, SESSION_DAYS } from "../../contract/values";
import type { UserRow } from "../db/types";
import { hashSecret } from "../http/authentication";
import { endpoint } from "../http/endpoint";
import { limitAddress, limitRate, resetRate, uncountAddress } from "../http/limits";
import { RefusalError } from "../http/refusal-error";
import type { Services } from "../services";
import { findByLogin } from "./find-by-login";
import { verifyPassword } from "./password";
import { consumeRedirectToken } from "./redirect-token";

const QUARTER_HOUR_SECONDS = 15 * 60;
/** Wrong passwords for one login in a quarter of an hour. */
const TRIES_PER_LOGIN = 10;
/** Failed tries from one address in a quarter of an hour, so that nobody can try one password on many logins. */
const TRIES_PER_ADDRESS = 100;

/**
 * Logs in by phone digits or e-mail. An unknown login, a wrong password and a disabled account get the same refusal after
 * the same time. Only a correct password reveals that the phone isn't confirmed yet.
 */
export const logInEndpoint = endpoint(login, async (input, { services, address }) => {
  const limitKey = loginLimitKey(input.login);
  const message = "Слишком много попыток входа.";
  await limitAddress(services, "login", address, { max: TRIES_PER_ADDRESS, seconds: QUARTER_HOUR_SECONDS, message });
  await limitRate(services.db, services, limitKey, { max: TRIES_PER_LOGIN, seconds: QUARTER_HOUR_SECONDS, message });
  const user = await findByLogin(services.db, input.login);
  const isPasswordCorrect = await verifyPassword(input.password, user?.password_hash ?? null);
  if (!user || !isPasswordCorrect || user.is_disabled)
    throw new RefusalError(alias.loginRefused, "Неверный логин или пароль.");
  if (!user.phone_confirmed_at) {
    throw new RefusalError(
      alias.loginRefused,
      "Телефон ещё не подтверждён. Подтвердите его кодом из СМС и войдите снова.",
    );
  }
  await resetRate(services.db, limitKey);
  await uncountAddress(services, "login", address);
  return openSession(services, user);
});

/** Logs in by a single-use token of a redirect link (§2.4.5). */
export const logInByRedirectEndpoint = endpoint(loginByRedirect, async ({ token }, { services, address }) => {
  await limitAddress(services, "login-redirect", address, { max: TRIES_PER_ADDRESS, seconds: QUARTER_HOUR_SECONDS });
  const userId = await consumeRedirectToken(services, token);
  const user = await services.db
    .selectFrom("users")
    .select(["id", "role"])
    .where("id", "=", userId)
    .where("is_disabled", "=", false)
    .where("phone_confirmed_at", "is not", null)
    .executeTakeFirst();
  if (!user) throw new RefusalError(alias.loginRefused, "Неверный логин или пароль.");
  return openSession(services, user);
});

/** The rate limit's key under which wrong passwords for a login are counted. */
export function loginLimitKey(login: string): string {
  return `login:${login.toLowerCase()}`;
}

async function openSession(services: Services, user: Pick<UserRow, "id" | "role">): Promise<LoginResult> {
  const token = randomBytes(32).toString("base64url");
  const now = services.now();
  await services.db
    .insertInto("sessions")
    .values({
      token_hash: hashSecret(token),
      user_id: user.id,
      created_at: now,
      expires_at: new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1000),
    })
    .execute();
  return { access_token: token, user_id: String(user.id), promo_group: { system_name: user.role } };
}
