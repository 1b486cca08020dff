import { login, loginByRedirect } from "../../../contract/accounts";
import { alias } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { isKnownNetwork } from "../../platform/http/known-networks";
import { limitAddress, uncountAddress } from "../../platform/http/limits";
import { RefusalError } from "../../platform/http/refusal-error";
import { allowOrdersByPassword } from "./contact-changes";
import { findByLogin } from "./find-by-login";
import { openSession } from "./open-session";
import { verifyPassword, WRONG_LOGIN } from "./password";
import { countPasswordTry, TOO_MANY_LOGINS } from "./password-tries";
import { consumeRedirectToken } from "./redirect-token";

const QUARTER_HOUR_SECONDS = 15 * 60;
/** Failed tries from one address in a quarter of an hour, so that nobody can try one password on many logins. */
const TRIES_PER_ADDRESS = 100;
const TRIES_OF_ADDRESS = {
  max: TRIES_PER_ADDRESS,
  seconds: QUARTER_HOUR_SECONDS,
  message: TOO_MANY_LOGINS,
};

/**
 * Logs in by phone digits or e-mail. An unknown login, a wrong password and a disabled account get the same refusal after
 * the same time. Only a correct password reveals that the phone isn't confirmed yet, or that a mailed password is too old.
 */
export const logInEndpoint = endpoint(login, async (input, context) => {
  const { services, address } = context;
  const user = await findByLogin(services.db, input.login);
  // Behind one address may be an office or a carrier: strangers there don't shut out who is known to log in from it.
  const isKnown = await isKnownNetwork(services, user?.id ?? 0, address);
  if (!isKnown) await limitAddress(services, "login", address, TRIES_OF_ADDRESS);
  const takeBack = await countPasswordTry(services, { account: user?.id ?? input.login, address });
  const isPasswordCorrect = await verifyPassword(
    input.password,
    user?.password_hash ?? null,
    services.settings.passwordCost,
  );
  if (!user || !isPasswordCorrect || user.is_disabled) throw new RefusalError(alias.loginRefused, WRONG_LOGIN);
  if (!user.phone_confirmed_at) {
    throw new RefusalError(
      alias.loginRefused,
      "Телефон ещё не подтверждён. Подтвердите его кодом из СМС и войдите снова.",
    );
  }
  await takeBack();
  if (!isKnown) await uncountAddress(services, "login", address);
  if (user.password_expires_at && user.password_expires_at <= services.now()) {
    throw new RefusalError(
      alias.loginRefused,
      "Срок пароля из письма закончился. Задайте свой: нажмите «Забыли пароль?», и мы пришлём ссылку на e-mail.",
    );
  }
  await allowOrdersByPassword(services.db, services, user);
  return openSession(user, context);
});

/** Logs in by a single-use token of a redirect link (§2.4.5). */
export const logInByRedirectEndpoint = endpoint(
  loginByRedirect,
  async ({ token }, context) => {
    const { services } = context;
    const userId = await consumeRedirectToken(services, token);
    const user = await services.db
      .selectFrom("users")
      .select(["id", "role"])
      .where("id", "=", userId)
      .where("is_disabled", "=", false)
      .where("phone_confirmed_at", "is not", null)
      .executeTakeFirst();
    if (!user) throw new RefusalError(alias.loginRefused, WRONG_LOGIN);
    return openSession(user, context);
  },
  { rateLimits: [{ name: "login-redirect", by: "address", max: TRIES_PER_ADDRESS, seconds: QUARTER_HOUR_SECONDS }] },
);
